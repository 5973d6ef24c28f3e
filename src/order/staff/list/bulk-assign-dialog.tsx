import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderListRow, StaffMember } from '#domain/order/wire/admin-orders.ts';
import { assignExpert } from '../calls/order-assign.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { AssignFields } from '../parts/assign-fields.tsx';
import { BulkFrame } from './bulk-frame.tsx';
import { BulkRow, OutcomeChip } from './bulk-lists.tsx';
import { useOpenCommands } from '../parts/use-open-commands.ts';
import { Failure } from '../../../staff/failure.tsx';
import styles from '../parts/orders.module.css';

interface BulkAssignDialogProps {
  rows: readonly OrderListRow[];
  experts: readonly StaffMember[];
  onClose: () => void;
}

/** Puts one expert in charge of several orders, after showing who is in charge of each. */
export function BulkAssignDialog({ rows, experts, onClose }: BulkAssignDialogProps) {
  const { t } = useTranslation('admin');
  const { ctx, me } = useSession();
  const open = useOpenCommands();
  const [chosen, setChosen] = useState(me.id);
  const [reason, setReason] = useState('');
  /** Whether each order's command was kept, by order; undefined before. */
  const [kept, setKept] = useState<ReadonlyMap<string, boolean>>();
  const expertId = chosen === '' ? null : chosen;
  const name = experts.find(({ id }) => id === expertId)?.name ?? t('orders.nobody');
  const isHeld = ({ id }: OrderListRow) => holds(open.get(id) ?? []);
  const changed = rows.filter((row) => row.expert_id !== expertId && !isHeld(row));
  const handleYes = async () => {
    const results = await Promise.allSettled(
      changed.map((row) => assignExpert(ctx, { orderId: row.id, expertId, expectId: row.expert_id, reason })),
    );
    setKept(new Map(changed.map(({ id }, i) => [id, results[i]?.status === 'fulfilled'])));
  };
  const outcomeOf = (row: OrderListRow) => {
    const isKept = kept?.get(row.id);
    if (isKept !== undefined)
      return (
        <OutcomeChip isKept={isKept} open={openOf(open.get(row.id) ?? [], 'order.assign')} isSettled>
          <Chip tone="ok">{name}</Chip>
        </OutcomeChip>
      );
    if (row.expert_id === expertId) return t('orders.bulk.same', { name });
    if (kept !== undefined || isHeld(row)) return t('orders.bulk.not.waiting');
    return t('orders.bulk.leads', { from: row.expert ?? t('orders.nobody'), to: name });
  };
  return (
    <BulkFrame
      title={t('orders.bulk.assign', { count: rows.length })}
      action={t('orders.bulk.assign', { count: changed.length })}
      disabled={changed.length === 0}
      isDone={kept !== undefined}
      onYes={handleYes}
      onClose={onClose}
    >
      <div className={styles.form}>
        <AssignFields
          experts={experts}
          chosen={chosen}
          onChoose={setChosen}
          reason={reason}
          onReason={setReason}
          isFixed={kept !== undefined}
        />
        <ul className={styles.prospects} aria-label={t('orders.bulk.preview')} aria-live="polite">
          {rows.map((row) => (
            <BulkRow key={row.id} row={row}>
              {outcomeOf(row)}
            </BulkRow>
          ))}
        </ul>
        <Failure waits problem={undefined} />
      </div>
    </BulkFrame>
  );
}

/** Whether a change that waits is not made again, or cannot go past a refused command. */
function holds(open: readonly OpenCommand[]): boolean {
  return open.some(({ entry, state }) => entry.type === 'order.assign' || state === 'refused');
}
