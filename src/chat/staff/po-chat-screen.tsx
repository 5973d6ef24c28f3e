import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import MessagesSquare from 'lucide-react/icons/messages-square';
import type { OrderView } from '../../order/views/view-types.ts';
import type { RoomView } from '../views/view-types.ts';
import { ordersSeenBy } from '../../order/views/order-views.ts';
import { useSession } from '../../session/session-context.tsx';
import { useAddress } from '../../ui/address-params.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { AboveBox } from '../rooms/conversation.tsx';
import type { ListParts } from '../rooms/list-parts.ts';
import { Messenger } from '../rooms/messenger.tsx';
import type { RoomChoice } from '../rooms/room-choice.tsx';
import { orderRooms } from '../parts/room-kinds.ts';
import { StatusChip } from '../../order/parts/status-chip.tsx';
import { useStatusName } from '../../order/staff/parts/status-name.ts';
import { answererOf } from './room-assignee.tsx';
import { FilterControls } from './filter-controls.tsx';
import { OrderPanel } from './order-panel.tsx';
import { ReplyTemplates } from './reply-templates.tsx';
import { filterIn, fitsFilter, withFilter } from './room-filter.ts';
import styles from './po-chat.module.css';

const replies: AboveBox = (order, insert) => <ReplyTemplates order={order} insert={insert} />;

/** `/admin/po-chat`: rooms of orders and test results, each beside its order. Rooms and orders are on this device. */
export function PoChatScreen() {
  const { t } = useTranslation('admin');
  const choice = useChoice();
  const parts = useListParts();
  const { roomId } = choice;
  return (
    <div className={styles.around}>
      <div className={styles.page} data-open={roomId !== undefined || undefined}>
        <Messenger
          types={orderRooms}
          choice={choice}
          staff
          parts={parts}
          aboveBox={replies}
          empty={
            <EmptyState icon={<MessagesSquare />} title={t('poChat.empty')}>
              {t('poChat.emptyText')}
            </EmptyState>
          }
        />
        {roomId !== undefined && <OrderPanel key={roomId} roomId={roomId} />}
      </div>
    </div>
  );
}

/** Keeps the chosen room in the address, beside the filter. */
function useChoice(): RoomChoice {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const hrefOf = (roomId: string | undefined) => {
    const next = new URLSearchParams(params);
    if (roomId === undefined) next.delete('room');
    else next.set('room', roomId);
    return next.size === 0 ? pathname : `${pathname}?${next}`;
  };
  return { roomId: params.get('room') ?? undefined, show: (roomId) => void navigate(hrefOf(roomId)), hrefOf };
}

/** The filter of the list, and what its rows say about the orders. */
function useListParts(): ListParts {
  const { t } = useTranslation(['admin', 'chat']);
  const { db, me } = useSession();
  const [params, change] = useAddress();
  const nameOf = useStatusName();
  const orders = useLiveQuery(() => ordersSeenBy(db, me), [db, me]);
  const byId = useMemo(() => new Map(orders?.map((order) => [order.id, order])), [orders]);
  const orderIn = (room: RoomView): OrderView | undefined => byId.get(room.orderId ?? '');
  const filter = filterIn(params);
  return {
    controls: (
      <FilterControls filter={filter} onChange={(next) => change(withFilter(params, next), { replace: true })} />
    ),
    fits: (room) => fitsFilter(filter, room, orderIn(room), me.id),
    noneFits: (
      <EmptyState
        icon={<MessagesSquare />}
        title={t('poChat.noneFits')}
        action={
          <Button onClick={() => change(withFilter(params, filterIn(new URLSearchParams())))}>
            {t('poChat.showAll')}
          </Button>
        }
      />
    ),
    wordsOf: (room) => {
      const order = orderIn(room);
      return order === undefined ? '' : `${order.number} ${nameOf(order.status)}`;
    },
    noteOf: (room) => {
      const order = orderIn(room);
      return (
        <span className={styles.note}>
          {order !== undefined && <StatusChip order={order} />}
          <span>{answererOf(t, room, me.id)}</span>
        </span>
      );
    },
  };
}
