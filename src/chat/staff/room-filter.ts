import type { OrderStatus } from '#domain/order/data/order.ts';
import { orderStatuses } from '#domain/order/life/status.ts';
import type { OrderView } from '../../order/views/view-types.ts';
import type { RoomView } from '../views/view-types.ts';

/** Choices of rooms for the list of staff. */
export const shows = ['all', 'unread', 'unassigned', 'mine'] as const;
type Show = (typeof shows)[number];

export interface RoomFilter {
  show: Show;
  /** Of the room's order; undefined for any. */
  status: OrderStatus | undefined;
}

/** Reads the filter from the query of the address; unknown values are left out. */
export function filterIn(params: URLSearchParams): RoomFilter {
  return {
    show: shows.find((each) => each === params.get('show')) ?? 'all',
    status: orderStatuses.find((each) => each === params.get('status')),
  };
}

/** Returns the query with another filter, without the parameters that are not chosen. */
export function withFilter(params: URLSearchParams, { show, status }: RoomFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('show');
  next.delete('status');
  if (show !== 'all') next.set('show', show);
  if (status !== undefined) next.set('status', status);
  return next;
}

/** Whether a room is in the list. @param order the order that the room is about, as far as it is known */
export function fitsFilter(
  { show, status }: RoomFilter,
  room: Pick<RoomView, 'unreadCount' | 'assigneeId'>,
  order: Pick<OrderView, 'status'> | undefined,
  me: string,
): boolean {
  if (status !== undefined && order?.status !== status) return false;
  if (show === 'unread') return room.unreadCount > 0;
  if (show === 'unassigned') return room.assigneeId === null;
  return show === 'all' || room.assigneeId === me;
}
