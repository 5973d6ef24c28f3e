import { useTranslation } from 'react-i18next';
import type { HistoryRow } from '#domain/protocol/synchronizes.ts';
import { rollBack } from '../../../../net/synchronizes.ts';
import { useSession } from '../../../../session/session-context.tsx';
import { showNotice } from '../../../../ui/notice.tsx';
import { dateOf } from '../../../words/times.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useSend } from './use-send.ts';

interface RollbackDialogProps {
  row: HistoryRow;
  /** The version that the administrator sees as the present one. */
  current: number;
  onClose: () => void;
  onDone: () => void;
}

/** Asks, with a reason, before an earlier version is brought back. */
export function RollbackDialog({ row, current, onClose, onDone }: RollbackDialogProps) {
  const { t, i18n } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  async function handleSure(note: string): Promise<void> {
    const body = { version: row.number, replaces: current, note };
    if (!(await send.run(body, (key) => rollBack(api, body, key)))) return;
    showNotice({ title: t('history.rolledBack', { number: row.number }), tone: 'ok' });
    onDone();
    onClose();
  }
  return (
    <ReasonDialog
      title={t('history.sure', { number: row.number })}
      text={t('history.sureText', { date: dateOf(i18n.language, row.made_at) })}
      label={t('history.reason')}
      missing={t('history.reasonMissing')}
      sure={t('history.rollBack', { number: row.number })}
      isBusy={send.isBusy}
      problem={send.problem}
      onClose={onClose}
      onSure={(note) => void handleSure(note)}
    />
  );
}
