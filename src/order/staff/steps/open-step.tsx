import { useTranslation } from 'react-i18next';
import { missingReports } from '#domain/order/life/missing-reports.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import type { OrderView } from '../../views/view-types.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useReasonText } from '../../../i18n/reason-text.ts';
import { MissingTests } from '../results/missing-tests.tsx';
import { waitsForReports } from '../results/waits-for-reports.ts';
import { Changes } from './changed-meanwhile.tsx';
import { useDiscardChange } from '../parts/use-discard.ts';
import { useStepName } from '../parts/step-name.ts';
import { versionIn } from '../parts/version-in.ts';
import { WaitingBanner } from '../parts/waiting-banner.tsx';
import styles from '../parts/orders.module.css';

/** A step that waits in the outbox, beside the status that the order still has. */
export function WaitingStepCard({ step }: { step: OpenCommand<'order.transition'> }) {
  const { t } = useTranslation('admin');
  const nameOf = useStepName();
  const { args } = step.entry;
  return (
    <>
      <WaitingBanner command={step} what={nameOf(args.event)} />
      {step.state !== 'sent' && <p className={styles.note}>{t('orders.waits.status')}</p>}
      <ReasonAndNote reason={args.reason} note={args.note} />
    </>
  );
}

interface RefusedStepCardProps {
  order: OrderView;
  step: OpenCommand<'order.transition'>;
  /** Opens the form of the step again; undefined while the step is not possible. */
  onAgain: (() => void) | undefined;
}

/** Shows a step that the server has refused: the reason, what has changed in the order, and what was written for it. */
export function RefusedStepCard({ order, step: { entry, reason }, onAgain }: RefusedStepCardProps) {
  const { t } = useTranslation('admin');
  const nameOf = useStepName();
  const reasonText = useReasonText();
  const discard = useDiscardChange();
  const { args, before, cmdId } = entry;
  const step = nameOf(args.event);
  const missing = missingReports(order);
  const lacksReports = waitsForReports(args.event, missing);
  // The refusal may be here before the change that caused it.
  const isHere = order.sseq >= versionIn(reason?.details);
  return (
    <div className={styles.stack} role="alert">
      <Banner tone="danger">{t('orders.refused.title', { step, reason: reasonText(reason) })}</Banner>
      {before !== undefined && isHere && order.sseq > before.sseq && (
        <div className={styles.changes} data-tone="warn">
          <strong>{t('orders.refused.since')}</strong>
          <Changes seen={before} now={order} />
        </div>
      )}
      {!isHere && <p className={styles.note}>{t('orders.refused.coming')}</p>}
      {lacksReports && <MissingTests order={order} missing={missing} />}
      <ReasonAndNote reason={args.reason} note={args.note} />
      <div className={styles.actions}>
        {isHere && !lacksReports && onAgain !== undefined && (
          <Button onClick={onAgain}>{t('orders.refused.again')}</Button>
        )}
        <Button onClick={() => void discard(cmdId, step)}>{t('common:action.discard')}</Button>
      </div>
      {isHere && onAgain === undefined && <p className={styles.note}>{t('orders.changed.gone')}</p>}
    </div>
  );
}

/** The reason and the note that go with a step. */
function ReasonAndNote({ reason, note }: { reason: string | undefined; note: string | undefined }) {
  const { t } = useTranslation('admin');
  return (
    <>
      {reason !== undefined && <p className={styles.note}>{t('orders.written.reason', { text: reason })}</p>}
      {note !== undefined && <p className={styles.note}>{t('orders.written.note', { text: note })}</p>}
    </>
  );
}
