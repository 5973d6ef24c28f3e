import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import type { RoomType } from '#domain/account/room-types.ts';
import { openRoom } from '../calls/room-open.ts';
import { ordersSeenBy } from '../../order/views/order-views.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useArrival } from '../../session/arrival.tsx';
import { useRooms } from '../views/rooms.ts';
import { useSession } from '../../session/session-context.tsx';
import type { RoomChoice } from './room-choice.tsx';

/** Opens the room of the chosen order; an existing one is reused. */
export function StartOrderRoom({ choice }: { choice: RoomChoice }) {
  const { t } = useTranslation('chat');
  const { db, me } = useSession();
  const start = useStartRoom(choice);
  const arrival = useArrival();
  const found = useLiveQuery(() => ordersSeenBy(db, me), [db, me]);
  const rooms = useRooms() ?? [];
  if (found?.length === 0 && arrival === 'here') return <p>{t('orderRooms.noOrders')}</p>;
  // Rendered before the orders are read, so that the layout does not shift.
  const orders = found ?? [];
  const handleChoice = (orderId: string) => {
    const order = orders.find(({ id }) => id === orderId);
    const known = rooms.find((room) => room.orderId === orderId);
    if (known !== undefined) choice.show(known.id);
    else if (order !== undefined) start({ type: 6, orderId, name: order.number });
  };
  return (
    <Select
      label={t('orderRooms.start')}
      value=""
      placeholder={t('orderRooms.choose')}
      options={orders.map((order) => ({ value: order.id, label: order.number || t('orderRooms.newOrder') }))}
      onChange={handleChoice}
    />
  );
}

/** Opens a new room at once, also offline, and shows it. */
export function useStartRoom({
  show,
}: RoomChoice): (room: { type: RoomType; name?: string; orderId?: string }) => void {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  return (room) => {
    openRoom(ctx, room).then(show, () => showNotice({ title: t('rooms.notOpened'), tone: 'danger' }));
  };
}
