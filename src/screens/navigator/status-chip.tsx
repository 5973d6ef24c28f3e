import { useTranslation } from 'react-i18next';
import { statusRows } from '#domain/order/status.ts';
import { Chip } from '../../ui/chip.tsx';
import type { OrderView } from '../../db/view-types.ts';

/** Status of an order. While its place command is pending, it shows "placing" instead of "draft". */
export function StatusChip({
  order: { status, pendingTransition },
}: {
  order: Pick<OrderView, 'status' | 'pendingTransition'>;
}) {
  const { t } = useTranslation('navigator');
  if (pendingTransition === 'PLACE') return <Chip tone="submitted">{t('status.placing')}</Chip>;
  return <Chip tone={status}>{t(`status.${status}`, { defaultValue: statusRows[status].label })}</Chip>;
}
