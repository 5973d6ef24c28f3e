import { useTranslation } from 'react-i18next';
import Clock from 'lucide-react/icons/clock';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { Chip } from '../../../ui/chip.tsx';
import { useStepName } from '../parts/step-name.ts';

/** The step of an order that waits or was refused, beside its status; nothing without one. */
export function OpenStepChip({ open }: { open: readonly OpenCommand[] }) {
  const { t } = useTranslation('admin');
  const nameOf = useStepName();
  const [first] = openOf(open, 'order.transition');
  if (first === undefined) return null;
  const step = nameOf(first.entry.args.event);
  return first.state === 'refused' ? (
    <Chip tone="danger">{t('orders.refused.short', { step })}</Chip>
  ) : (
    <Chip icon={<Clock aria-hidden />}>{t('orders.waits.short', { step })}</Chip>
  );
}
