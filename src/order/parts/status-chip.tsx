import { useTranslation } from 'react-i18next';
import { stepThatAskedForChanges } from '#domain/order/life/asked-changes.ts';
import { statusRows } from '#domain/order/life/status.ts';
import { Chip } from '../../ui/chip.tsx';
import type { OrderView } from '../views/view-types.ts';
import { ChangesAskedChip } from './changes-asked.tsx';

/**
 * Status of an order. Instead of "draft", it shows that the place command is pending, or that changes are asked. Colors:
 * `src/ui/tokens.css`.
 */
export function StatusChip({ order }: { order: Pick<OrderView, 'status' | 'history' | 'pendingTransition'> }) {
  const { t } = useTranslation('navigator');
  const { status, pendingTransition } = order;
  if (pendingTransition === 'PLACE') return <Chip tone="submitted">{t('status.placing')}</Chip>;
  if (stepThatAskedForChanges(order) !== undefined) return <ChangesAskedChip />;
  return <Chip tone={status}>{t(`status.${status}`, { defaultValue: statusRows[status].label })}</Chip>;
}
