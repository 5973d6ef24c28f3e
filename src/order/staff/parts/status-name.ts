import { useTranslation } from 'react-i18next';
import type { OrderStatus } from '#domain/order/data/order.ts';

/** Returns a function that names a status. Customers see one name for `done` and `delivered`; staff tell them apart. */
export function useStatusName(): (status: OrderStatus) => string {
  const { t } = useTranslation(['admin', 'navigator']);
  return (status) => (status === 'done' ? t('orders.done') : t(`navigator:status.${status}`));
}
