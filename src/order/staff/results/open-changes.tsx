import { useTranslation } from 'react-i18next';
import { sendAgain } from '../../../db/send-again.ts';
import { type OutboxEntry, isEntry } from '../../../db/schema.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useReasonText } from '../../../i18n/reason-text.ts';
import { useDiscardChange } from '../parts/use-discard.ts';
import { WaitingBanner } from '../parts/waiting-banner.tsx';
import styles from '../parts/orders.module.css';

/** Whether a command publishes or withdraws this report. */
export function isAbout(entry: OutboxEntry, reportId: string): boolean {
  if (isEntry(entry, 'report.publish')) return entry.args.reportIds.includes(reportId);
  return isEntry(entry, 'report.withdraw') && entry.args.reportId === reportId;
}

interface OpenChangesProps {
  /** Commands that publish or withdraw one report. */
  open: readonly OpenCommand[];
  /** Its name. */
  name: string;
}

/** Shows changes of a report that wait or were refused; renders nothing without any. */
export function OpenChanges({ open, name }: OpenChangesProps) {
  const { t } = useTranslation('admin');
  return open.map((command) => {
    const verb = command.entry.type === 'report.withdraw' ? 'withdrawNamed' : 'publishNamed';
    const what = t(`results.${verb}`, { name });
    return command.state === 'refused' ? (
      <RefusedChange key={command.entry.cmdId} command={command} what={what} />
    ) : (
      <WaitingBanner key={command.entry.cmdId} command={command} what={what} />
    );
  });
}

function RefusedChange({ command: { entry, reason }, what }: { command: OpenCommand; what: string }) {
  const { t } = useTranslation('admin');
  const { ctx } = useSession();
  const reasonText = useReasonText();
  const discard = useDiscardChange();
  return (
    <div className={styles.stack} role="alert">
      <Banner tone="danger">{t('orders.refused.title', { step: what, reason: reasonText(reason) })}</Banner>
      <div className={styles.actions}>
        <Button small onClick={() => void sendAgain(ctx, entry.cmdId)}>
          {t('common:action.retry')}
        </Button>
        <Button small onClick={() => void discard(entry.cmdId, what)}>
          {t('common:action.discard')}
        </Button>
      </div>
    </div>
  );
}
