import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { Headset, MessagesSquare } from 'lucide-react';
import type { RoomType } from '#domain/chat.ts';
import { openRoom } from '../../commands/room-open.ts';
import { ordersOf, roomsOf } from '../../db/views.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showNotice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { useSession } from '../session-context.tsx';
import { Messenger } from './messenger.tsx';

const expertRooms: RoomType[] = [5];
const orderRooms: RoomType[] = [6, 7];
const everyRoom: RoomType[] = [5, 6, 7];
const orderTemplates = ['testing', 'pricing', 'component', 'cell'];

/** A customer's conversations with the experts. */
export function ExpertChatScreen() {
  const { t } = useTranslation('chat');
  const start = useStartRoom('/chat/chat-with-expert');
  return (
    <Messenger
      types={expertRooms}
      empty={
        <EmptyState
          icon={<Headset />}
          title={t('expert.emptyTitle')}
          action={
            <Button variant="primary" onClick={() => start({ type: 5 })}>
              {t('expert.start')}
            </Button>
          }
        >
          {t('expert.emptyText')}
        </EmptyState>
      }
    />
  );
}

/** Conversations about orders and results. */
export function OrderMessengerScreen() {
  const { t } = useTranslation('chat');
  return (
    <Messenger
      types={orderRooms}
      templates={orderTemplates}
      foot={<StartOrderRoom />}
      empty={
        <EmptyState icon={<MessagesSquare />} title={t('orderRooms.emptyTitle')}>
          {t('orderRooms.emptyText')}
        </EmptyState>
      }
    />
  );
}

/** Choosing an order opens its conversation; the same one when it has one already. */
function StartOrderRoom() {
  const { t } = useTranslation('chat');
  const { db, me } = useSession();
  const start = useStartRoom('/one-stop-order/messenger');
  const found = useLiveQuery(() => ordersOf(db, me), [db, me]);
  const rooms = useLiveQuery(() => roomsOf(db, me), [db, me]) ?? [];
  const navigate = useNavigate();
  if (found?.length === 0) return <p>{t('orderRooms.noOrders')}</p>;
  // Its place is taken from the start: orders are there in a moment.
  const orders = found ?? [];
  const handleChoice = (orderId: string) => {
    const order = orders.find(({ id }) => id === orderId);
    const known = rooms.find((room) => room.orderId === orderId);
    if (known !== undefined) void navigate(`/one-stop-order/messenger?room=${known.id}`);
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

/** Every customer's conversation, for experts. */
export function AdminChatScreen() {
  const { t } = useTranslation('chat');
  return (
    <Messenger
      types={everyRoom}
      staff
      empty={
        <EmptyState icon={<MessagesSquare />} title={t('admin.emptyTitle')}>
          {t('admin.emptyText')}
        </EmptyState>
      }
    />
  );
}

/** Opens a room at once, also with no network, and goes there. */
function useStartRoom(path: string): (room: { type: RoomType; name?: string; orderId?: string }) => void {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const navigate = useNavigate();
  return (room) => {
    openRoom(ctx, room).then(
      (roomId) => navigate(`${path}?room=${roomId}`),
      () => showNotice({ title: t('rooms.notOpened'), tone: 'danger' }),
    );
  };
}
