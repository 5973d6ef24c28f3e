import { useTranslation } from 'react-i18next';
import { isBlank } from '#domain/ground/text.ts';
import { ReasonField } from '../parts/reason-field.tsx';

interface StepReasonProps {
  reason: string;
  lines: number;
  /** Whether the step needs a reason. */
  isWanted?: boolean;
  /** Whether the step was tried already. */
  isTried?: boolean;
  onChange: (reason: string) => void;
}

/** The reason of a step, which the customer sees. */
export function StepReason({ reason, lines, isWanted = false, isTried = false, onChange }: StepReasonProps) {
  const { t } = useTranslation('admin');
  return (
    <ReasonField
      label={t(isWanted ? 'orders.reason' : 'orders.reasonOptional')}
      hint={t('orders.reasonHint')}
      value={reason}
      lines={lines}
      error={isTried && isWanted && isBlank(reason) ? t('orders.reasonMissing') : undefined}
      onChange={onChange}
    />
  );
}
