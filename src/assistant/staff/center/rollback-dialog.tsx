import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryRow } from '#domain/assistant/wire/synchronizes.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { dateOf } from '../../../i18n/times.ts';
import { useSend } from '../parts/use-send.ts';
import { call } from '../../../net/call.ts';

interface RollbackDialogProps {
  row: HistoryRow;
  /** The version that the administrator sees as the present one. */
  current: number;
  onClose: () => void;
  onDone: () => void;
}

/** Asks, with a reason, before an earlier version is brought back. */
export function RollbackDialog({ row: { number, made_at: madeAt }, current, onClose, onDone }: RollbackDialogProps) {
  const { t, i18n } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const note = typed.trim();
  async function handleSure(): Promise<void> {
    if (note === '') return setMissing(true);
    const body = { version: number, replaces: current, note };
    if (!(await send.run(body, (key) => call(api, 'POST /qnas/synchronizes/rollback', { body, key })))) return;
    showNotice({ title: t('history.rolledBack', { number }), tone: 'ok' });
    onDone();
    onClose();
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('history.sure', { number })}
      description={<p>{t('history.sureText', { date: dateOf(i18n.language, madeAt) })}</p>}
      action={t('history.rollBack', { number })}
      onAction={handleSure}
      busy={send.isBusy}
    >
      <Field
        label={t('history.reason')}
        value={typed}
        onChange={setTyped}
        lines={2}
        required
        error={isMissing && note === '' ? t('history.reasonMissing') : undefined}
      />
      <div role="alert">{send.problem !== undefined && <Banner tone="danger">{send.problem}</Banner>}</div>
    </FormDialog>
  );
}
