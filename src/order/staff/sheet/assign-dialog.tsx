import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffMember } from '#domain/order/wire/admin-orders.ts';
import { assignExpert, reassignExpert } from '../calls/order-assign.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import { useSession } from '../../../session/session-context.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { AssignFields } from '../parts/assign-fields.tsx';
import { Failure } from '../../../staff/failure.tsx';

interface AssignDialogProps {
  orderId: string;
  expert: StaffMember | null;
  experts: readonly StaffMember[];
  /** The refused change that is made again. */
  again: OpenCommand<'order.assign'> | undefined;
  onClose: () => void;
}

/** Puts a member of staff in charge of an order. */
export function AssignDialog({ orderId, expert, experts, again, onClose }: AssignDialogProps) {
  const { t } = useTranslation('admin');
  const { ctx, me } = useSession();
  const [seen] = useState(expert?.id ?? null);
  const [chosen, setChosen] = useState(again === undefined ? (seen ?? me.id) : (again.entry.args.expertId ?? ''));
  const [reason, setReason] = useState(again?.entry.args.reason ?? '');
  const [problem, setProblem] = useState<string>();
  const handleYes = async () => {
    const args = { orderId, expertId: chosen === '' ? null : chosen, expectId: seen, reason };
    try {
      await (again === undefined ? assignExpert(ctx, args) : reassignExpert(ctx, again.entry.cmdId, args));
      onClose();
    } catch {
      setProblem(t('orders.notKept'));
    }
  };
  return (
    <FormDialog onClose={onClose} title={t('orders.assign')} action={t('orders.assign')} onAction={handleYes}>
      <AssignFields
        experts={experts}
        chosen={chosen}
        onChoose={setChosen}
        reason={reason}
        onReason={setReason}
        isFixed={false}
      />
      <Failure waits problem={problem} />
    </FormDialog>
  );
}
