import { useLiveQuery } from 'dexie-react-hooks';
import { confirmedOrders } from '../../order/views/order-views.ts';
import { useSession } from '../../session/session-context.tsx';
import type { RoomView } from '../views/view-types.ts';
import { titleOf } from '../../i18n/order-title.ts';

/** Titles that customers gave their orders, by the id of the order. */
export type OrderTitles = ReadonlyMap<string | null, string>;

const none: OrderTitles = new Map();

/** Returns the titles of the orders that these rooms are about. Live. */
export function useOrderTitles(rooms: readonly RoomView[] | undefined): OrderTitles {
  const { db } = useSession();
  const ids = [...new Set(rooms?.flatMap(({ orderId }) => orderId ?? []))];
  const read = async () => {
    const orders = await confirmedOrders(db, ids);
    return new Map(
      orders.flatMap((order) => {
        const title = order && titleOf(order);
        return title === undefined ? [] : [[order?.id ?? null, title] as const];
      }),
    );
  };
  return useLiveQuery(read, [db, ids.join()]) ?? none;
}
