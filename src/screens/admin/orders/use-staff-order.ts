import { useCallback, useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { AdminOrderReply } from '#domain/protocol/admin-orders.ts';
import type { OrderView } from '../../../db/view-types.ts';
import { orderOf } from '../../../db/views.ts';
import { adminOrder } from '../../../net/admin-orders.ts';
import type { Api } from '../../../net/http.ts';
import { useSession } from '../../../session/session-context.tsx';
import { useKeptRemote } from '../../remote/kept-remote.ts';
import type { Remote } from '../../remote/remote.ts';

/**
 * Returns an order for staff: what the server says about it, and the order as this device has it, which is kept up to
 * date without a reply. A newer order here asks the server again.
 */
export function useStaffOrder(orderId: string): { remote: Remote<AdminOrderReply>; here: OrderView | undefined } {
  const { db, me } = useSession();
  const read = useCallback((api: Api) => adminOrder(api, orderId), [orderId]);
  const remote = useKeptRemote(`order ${orderId}`, read);
  const here = useLiveQuery(() => orderOf(db, me, orderId), [db, me, orderId]);
  const { reload, value } = remote;
  const newest = here?.sseq ?? 0;
  const replied = value?.order.sseq ?? newest;
  useEffect(() => {
    if (newest > replied) reload();
  }, [newest, replied, reload]);
  return { remote, here };
}

/** Returns the newer one of the order here and in the reply; `isCurrent`: the reply is about it. */
export function newestOrder(
  reply: AdminOrderReply,
  here: OrderView | undefined,
): { order: OrderView; isCurrent: boolean } {
  if (here !== undefined && here.sseq >= reply.order.sseq)
    return { order: here, isCurrent: here.sseq === reply.order.sseq };
  const order = { ...reply.order, unsaved: 0, pendingTransition: null, refused: null, pending: false };
  return { order, isCurrent: true };
}
