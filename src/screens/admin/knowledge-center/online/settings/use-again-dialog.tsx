import { useTranslation } from 'react-i18next';
import type { SettingsVersionRow } from '#domain/protocol/assistant-settings.ts';
import { writeSettingsAgain } from '../../../../../net/assistant-settings.ts';
import { useSession } from '../../../../../session/session-context.tsx';
import { showNotice } from '../../../../../ui/notice.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useSend } from '../use-send.ts';

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
  async function handleSure(why: string): Promise<void> {
    const body = { version, replaces: current, why };
    if (!(await send.run(body, (key) => writeSettingsAgain(api, body, key)))) return onDone();
    showNotice({ title: t('settings.saved', { version: current + 1 }), tone: 'ok' });
    onDone();
    onClose();
  }
  return (
    <ReasonDialog
      title={t('settings.againSure', { version })}
      text={t('settings.againText', { version, next: current + 1 })}
      label={t('settings.why')}
      missing={t('sync.reasonMissing')}
      sure={t('settings.again', { version })}
      isBusy={send.isBusy}
      problem={send.problem}
      onClose={onClose}
      onSure={(why) => void handleSure(why)}
    />
  );
}
