import { expect, test } from 'vitest';
import { filterIn, fitsFilter, withFilter } from '../../../../src/chat/staff/room-filter.ts';

const read = (query: string) => filterIn(new URLSearchParams(query));
const free = { unreadCount: 2, assigneeId: null };
const mine = { unreadCount: 0, assigneeId: 'ines' };
const taken = { unreadCount: 0, assigneeId: 'ben' };
const fitting = (query: string) =>
  [free, mine, taken].filter((room) => fitsFilter(read(query), room, { status: 'testing' }, 'ines'));

test('the list shows all rooms, those with unread messages, those that nobody has taken, or mine', () => {
  expect(fitting('')).toEqual([free, mine, taken]);
  expect(fitting('show=unread')).toEqual([free]);
  expect(fitting('show=unassigned')).toEqual([free]);
  expect(fitting('show=mine')).toEqual([mine]);
});

test('the status is that of the order; a room without a known order has none', () => {
  expect(fitting('show=mine&status=testing')).toEqual([mine]);
  expect(fitting('status=shipped')).toEqual([]);
  expect(fitsFilter(read('status=testing'), free, undefined, 'ines')).toBe(false);
});

test('a filter stands in the address beside the chosen room, and what is unknown there is left out', () => {
  const query = withFilter(new URLSearchParams('room=r1&show=mine'), { show: 'unread', status: 'done' }).toString();
  expect(query).toBe('room=r1&show=unread&status=done');
  expect(withFilter(new URLSearchParams(query), read('')).toString()).toBe('room=r1');
  expect(read('show=everything&status=lost')).toEqual({ show: 'all', status: undefined });
});
