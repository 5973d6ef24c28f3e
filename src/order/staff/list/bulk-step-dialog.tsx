import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsReason } from '#domain/order/life/status.ts';
import type { OrderListRow } from '#domain/order/wire/admin-orders.ts';
import { isBlank } from '#domain/ground/text.ts';
import { takeStep } from '../calls/order-step.ts';
import { useSession } from '../../../session/session-context.tsx';
import { BulkFrame } from './bulk-frame.tsx';
import { type Prospect, prospectsOf } from './bulk.ts';
import { BulkProspects, BulkResults, type BulkStepResult } from './bulk-lists.tsx';
import { NoteField } from '../parts/note-field.tsx';
import { endings, writtenWith } from '../steps/step-form.ts';
import { StepReason } from '../steps/step-reason.tsx';
import { useStepName } from '../parts/step-name.ts';
import { useChosenOrders } from './use-chosen-orders.ts';
import { Failure } from '../../../staff/failure.tsx';
import styles from '../parts/orders.module.css';

interface BulkStepDialogProps {
  rows: readonly OrderListRow[];
  event: string;
  onClose: () => void;
}

/** Shows what a step does to each chosen order, takes it for those where it is possible, and shows the outcome. */
export function BulkStepDialog({ rows, event, onClose }: BulkStepDialogProps) {
  const { t } = useTranslation('admin');
  const { ctx, me } = useSession();
  const nameOf = useStepName();
  const chosen = useChosenOrders(rows) ?? [];
  const [taken, setTaken] = useState<readonly BulkStepResult[]>();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const prospects = prospectsOf(me, chosen, event);
  const possible = prospects.filter(isPossible);
  const isWanted = possible.some(({ order }) => needsReason(order.status, event));
  const handleYes = async () => {
    setTried(true);
    if (isWanted && isBlank(reason)) return;
    const step = { event, ...writtenWith(reason, note) };
    // Together, so that they are kept in one transaction.
    const kept = await Promise.allSettled(possible.map(({ order }) => takeStep(ctx, order, step)));
    setTaken(possible.map(({ row, order }, i) => ({ row, seen: order.sseq, isKept: kept[i]?.status === 'fulfilled' })));
  };
  const step = nameOf(event);
  return (
    <BulkFrame
      title={t('orders.bulk.step', { step, count: possible.length, total: rows.length })}
      description={t(`orders.means.${event}`, { defaultValue: '' })}
      action={t('orders.bulk.yes', { step, count: possible.length })}
      variant={endings.has(event) ? 'danger' : 'primary'}
      disabled={possible.length === 0}
      isDone={taken !== undefined}
      onYes={handleYes}
      onClose={onClose}
    >
      {taken === undefined ? (
        <div className={styles.form}>
          <BulkProspects prospects={prospects} />
          <StepReason reason={reason} lines={3} isWanted={isWanted} isTried={isTried} onChange={setReason} />
          <NoteField note={note} onChange={setNote} />
          <Failure waits problem={undefined} />
        </div>
      ) : (
        <BulkResults taken={taken} chosen={chosen} />
      )}
    </BulkFrame>
  );
}

function isPossible(prospect: Prospect): prospect is Extract<Prospect, { to: unknown }> {
  return 'to' in prospect;
}
