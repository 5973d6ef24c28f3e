import { useLiveQuery } from 'dexie-react-hooks';
import type { OrderListRow } from '#domain/order/wire/admin-orders.ts';
import { orderOf } from '../../views/order-views.ts';
import { useSession } from '../../../session/session-context.tsx';
import type { ChosenOrder } from './bulk.ts';
import { useOpenCommands } from '../parts/use-open-commands.ts';

/** Returns the chosen rows with their orders as this device has them; undefined while they are read. Live. */
export function useChosenOrders(rows: readonly OrderListRow[]): ChosenOrder[] | undefined {
  const { db, me } = useSession();
  const open = useOpenCommands();
  const ids = rows.map(({ id }) => id);
  const orders = useLiveQuery(async () => {
    const found = await Promise.all(ids.map((id) => orderOf(db, me, id)));
    return new Map(found.flatMap((order) => (order === undefined ? [] : [[order.id, order] as const])));
  }, [db, me, ids.join()]);
  return orders && rows.map((row) => ({ row, order: orders.get(row.id), open: open.get(row.id) ?? [] }));
}
