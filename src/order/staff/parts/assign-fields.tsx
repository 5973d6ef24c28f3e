import { useTranslation } from 'react-i18next';
import type { StaffMember } from '#domain/order/wire/admin-orders.ts';
import { ReasonField } from './reason-field.tsx';
import { Select } from '../../../ui/form/select.tsx';

interface AssignFieldsProps {
  experts: readonly StaffMember[];
  /** Id of the chosen one; empty for none. */
  chosen: string;
  onChoose: (id: string) => void;
  reason: string;
  onReason: (text: string) => void;
  isFixed: boolean;
}

/** Fields for the member of staff who will be in charge, and for the reason. */
export function AssignFields({ experts, chosen, onChoose, reason, onReason, isFixed }: AssignFieldsProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Select
        label={t('orders.column.expert')}
        value={chosen}
        placeholder={t('orders.nobody')}
        disabled={isFixed}
        options={experts.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onChoose}
      />
      <ReasonField
        label={t('orders.reasonOptional')}
        hint={t('orders.noteHint')}
        value={reason}
        lines={2}
        disabled={isFixed}
        onChange={onReason}
      />
    </>
  );
}
