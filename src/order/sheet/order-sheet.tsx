import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { mayChangeDraft } from '#domain/order/life/draft-rights.ts';
import { orderOf } from '../views/order-views.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useSession } from '../../session/session-context.tsx';
import { eventsFor, OrderActions } from './order-actions.tsx';
import { OrderDetails } from './order-details.tsx';
import { UnknownOrder } from '../parts/unknown-order.tsx';
import type { OrderView } from '../views/view-types.ts';

interface OrderSheetProps {
  /** undefined where this device does not have the order. */
  order: OrderView | undefined;
  /** Whether the sheet is open over the order's own room: then it has no button to that room. */
  isOverRoom?: boolean;
  onClose: () => void;
}

/** Side sheet with one order and the actions of its owner. */
export function OrderSheet({ order, isOverRoom = false, onClose }: OrderSheetProps) {
  const { t } = useTranslation('navigator');
  const { me } = useSession();
  const hasActions =
    order !== undefined &&
    (eventsFor(order, me).length > 0 ||
      (order.status === 'draft' && mayChangeDraft(me, order)) ||
      order.refused !== null ||
      order.pendingTransition !== null);
  return (
    <Dialog
      open
      hasAddress={!isOverRoom}
      place="side"
      title={order === undefined ? t('history.unnamed') : order.number || t('wizard.newOrder')}
      onClose={onClose}
      footer={hasActions ? <OrderActions order={order} /> : undefined}
    >
      {order === undefined ? <UnknownOrder /> : <OrderDetails order={order} leadsToRoom={!isOverRoom} />}
    </Dialog>
  );
}

/** Order sheet over the order's own room. */
export function RoomOrderSheet({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { db, me } = useSession();
  const order = useLiveQuery(async () => (await orderOf(db, me, orderId)) ?? null, [db, me, orderId]);
  if (order === undefined) return null;
  return <OrderSheet order={order ?? undefined} isOverRoom onClose={onClose} />;
}
