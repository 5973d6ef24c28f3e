import { useCallback } from 'react';
import type { AdminOrderReply, OrderListReply, OrderListRow } from '#domain/order/wire/admin-orders.ts';
import type { Me } from '#domain/account/users.ts';
import { keptReplies } from '../../../db/kept-replies.ts';
import { lastSync } from '../../../db/last-sync.ts';
import type { UserDb } from '../../../db/schema.ts';
import { confirmedOrders, ordersSeenBy } from '../../views/order-views.ts';
import { useSession } from '../../../session/session-context.tsx';
import type { ReplyHere } from '../../../staff/table/list-props.ts';
import type { TableState } from '../../../staff/table/table-state.ts';
import { knownNamesIn, ordersHere } from './orders-here.ts';

/** Returns a function that reads the list from this device: all orders that it has pulled. */
export function useOrdersHere(): (state: TableState) => Promise<ReplyHere<OrderListReply>> {
  const { db, me } = useSession();
  return useCallback(async (state) => ({ reply: await listHere(db, me, state), at: await lastSync(db) }), [db, me]);
}

/** Returns a function that names the newest change of the orders that fit a list, as this device has them. */
export function useOrdersStamp(): (state: TableState) => Promise<string> {
  const { db, me } = useSession();
  return useCallback(
    async (state) => {
      const { items, total } = await listHere(db, me, { ...state, sort: '-updated_at', page: 1 });
      return `${total} ${items[0]?.updated_at}`;
    },
    [db, me],
  );
}

function valuesOf<T>(replies: readonly { value: T }[]): T[] {
  return replies.map(({ value }) => value);
}

async function listHere(db: UserDb, me: Me, state: TableState): Promise<OrderListReply> {
  const orders = await ordersSeenBy(db, me);
  const lists = await keptReplies<OrderListReply>(db, 'orders ');
  const pages = await keptReplies<AdminOrderReply>(db, 'order ');
  return ordersHere(orders, knownNamesIn(valuesOf(lists), valuesOf(pages)), state, new Date().toISOString());
}

/** Returns a function that tells whether this device has a newer version of any of these orders. */
export function useIsOutdated(): (rows: readonly OrderListRow[]) => Promise<boolean> {
  const { db } = useSession();
  return useCallback(
    async (rows) => {
      const orders = await confirmedOrders(
        db,
        rows.map(({ id }) => id),
      );
      return rows.some(({ updated_at: at }, i) => (orders[i]?.updatedAt ?? at) > at);
    },
    [db],
  );
}
