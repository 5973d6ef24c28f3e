import { useCallback, useEffect, useRef } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Order } from '#domain/order/data/order.ts';
import type { AdminOrderReply } from '#domain/order/wire/admin-orders.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import type { OrderView } from '../../views/view-types.ts';
import { orderOf } from '../../views/order-views.ts';
import type { Api } from '../../../net/http.ts';
import { useSession } from '../../../session/session-context.tsx';
import { useKeptRemote } from '../../../shell/remote/kept-remote.ts';
import type { Remote } from '../../../shell/remote/remote.ts';
import { useOpenCommands } from './use-open-commands.ts';
import { call } from '../../../net/call.ts';

interface StaffOrder {
  /** Reply of the server about the order. */
  remote: Remote<AdminOrderReply>;
  /** The newest order that this device or the server has; undefined while neither is read. */
  order: OrderView | undefined;
  /** Commands about it that are not settled. */
  open: readonly OpenCommand[];
}

/** Returns an order for staff. It is kept up to date without a reply; a newer one here asks the server again. */
export function useStaffOrder(orderId: string): StaffOrder {
  const { db, me } = useSession();
  const read = useCallback(
    (api: Api) => call(api, 'GET /admin-api/po_orders/orders/:id', { params: { id: orderId } }),
    [orderId],
  );
  const remote = useKeptRemote(`order ${orderId}`, read);
  const here = useLiveQuery(() => orderOf(db, me, orderId), [db, me, orderId]);
  const open = useOpenCommands().get(orderId) ?? [];
  const { reload, value } = remote;
  const newest = here?.sseq ?? 0;
  const replied = value?.order.sseq ?? newest;
  useEffect(() => {
    if (newest > replied) reload();
  }, [newest, replied, reload]);
  useNewestDesk(open, reload);
  return { remote, order: newerOf(here, value?.order), open };
}

/** Returns the order as this device has it, unless the server has replied with a newer version. */
function newerOf(here: OrderView | undefined, replied: Order | undefined): OrderView | undefined {
  if (replied === undefined || (here !== undefined && here.sseq >= replied.sseq)) return here;
  return { ...replied, unsaved: 0, pendingTransition: null, refused: null, pending: false };
}

/** Reads what staff wrote again when the server has accepted more of it: no event says so. */
function useNewestDesk(open: readonly OpenCommand[], reload: () => void): void {
  const waiting = open.filter(({ state }) => state !== 'sent').map(({ entry }) => entry.cmdId);
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current.some((id) => !waiting.includes(id))) reload();
    before.current = waiting;
  });
}
