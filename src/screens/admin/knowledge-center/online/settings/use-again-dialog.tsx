import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsVersionRow } from '#domain/protocol/assistant-settings.ts';
import { writeSettingsAgain } from '../../../../../net/assistant-settings.ts';
import { useSession } from '../../../../../session/session-context.tsx';
import { Banner } from '../../../../../ui/banner.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { Field } from '../../../../../ui/field.tsx';
import { showNotice } from '../../../../../ui/notice.tsx';
import { useSend } from '../use-send.ts';
import styles from './settings.module.css';

interface UseAgainProps {
  row: SettingsVersionRow;
  /** The version that the administrator sees as the present one. */
  current: number;
  onClose: () => void;
  onDone: () => void;
}

/** Asks, with a reason, before an earlier version is used again. */
export function UseAgainDialog({ row: { version }, current, onClose, onDone }: UseAgainProps) {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [why, setWhy] = useState('');
  const [isMissing, setMissing] = useState(false);
  async function handleSure(): Promise<void> {
    if (why.trim() === '') return setMissing(true);
    const body = { version, replaces: current, why: why.trim() };
    if (!(await send.run(body, (key) => writeSettingsAgain(api, body, key)))) return onDone();
    showNotice({ title: t('settings.saved', { version: current + 1 }), tone: 'ok' });
    onDone();
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('settings.againSure', { version })}
      closeLabel={t('common:action.close')}
      description={<p>{t('settings.againText', { version, next: current + 1 })}</p>}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" busy={send.isBusy} onClick={() => void handleSure()}>
            {t('settings.again', { version })}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Field
          label={t('settings.why')}
          value={why}
          onChange={setWhy}
          lines={2}
          required
          error={isMissing && why.trim() === '' ? t('sync.reasonMissing') : undefined}
        />
        <div role="alert">{send.problem !== undefined && <Banner tone="danger">{send.problem}</Banner>}</div>
      </div>
    </Dialog>
  );
}
