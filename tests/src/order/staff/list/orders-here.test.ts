import { expect, test } from 'vitest';
import type { Order } from '#domain/order/data/order.ts';
import { knownNamesIn, ordersHere } from '../../../../../src/order/staff/list/orders-here.ts';
import type { TableState } from '../../../../../src/staff/table/table-state.ts';
import { orderOf } from '../../../../domain/order/orders.ts';

/** The list of orders without a network, made from what the device has. */

const none = { experts: [], companies: [], expertOf: new Map() };
const now = '2026-11-25T12:00:00.000Z';
const list: TableState = { page: 1, sort: 'number', search: '', filters: {} };

const order = (number: string, about: Partial<Order> = {}) =>
  orderOf({ id: number, number, ownerName: 'Ada Cells', companyId: 7, status: 'submitted', ...about });

const placed = (due: string): Order['history'] => [
  {
    from: 'draft',
    to: 'submitted',
    event: 'PLACE',
    by: 'customer',
    byName: 'Ada',
    at: now,
    reason: null,
    due,
    sseq: 1,
  },
];
const numbers = (orders: Order[], state: Partial<TableState>) =>
  ordersHere(orders, none, { ...list, ...state }, now).items.map((row) => row.number);

test('words are searched in number, title and customer, all of them', () => {
  const orders = [order('PO-1', { doc: { title: 'Thick foil' } }), order('PO-2', { doc: { title: 'Foil' } })];
  expect(numbers(orders, { search: 'foil cells' })).toEqual(['PO-1', 'PO-2']);
  expect(numbers(orders, { search: 'THICK po-1' })).toEqual(['PO-1']);
  expect(numbers(orders, { search: 'thick po-2' })).toEqual([]);
});

test('statuses, companies, experts and what is overdue are filtered together', () => {
  const orders = [
    order('PO-1', { status: 'testing', history: placed('2026-11-01') }),
    order('PO-2', { status: 'delivered', history: placed('2026-11-01') }),
    order('PO-3', { companyId: 8 }),
  ];
  expect(numbers(orders, { filters: { overdue: ['true'] } })).toEqual(['PO-1']);
  expect(numbers(orders, { filters: { status: ['testing', 'submitted'], company: ['8'] } })).toEqual(['PO-3']);
  expect(numbers(orders, { filters: { expert: ['none'] } })).toHaveLength(3);
});

test('rows without a value are last in both directions, and pages have the total', () => {
  const orders = [
    order('PO-1'),
    order('PO-2', { history: placed('2026-12-02') }),
    order('PO-3', { history: placed('2026-12-01') }),
  ];
  expect(numbers(orders, { sort: 'due' })).toEqual(['PO-3', 'PO-2', 'PO-1']);
  expect(numbers(orders, { sort: '-due' })).toEqual(['PO-2', 'PO-3', 'PO-1']);
  const many = Array.from({ length: 60 }, (_, i) => order(`PO-${100 + i}`));
  const second = ordersHere(many, none, { ...list, page: 2 }, now);
  expect([second.total, second.items.length, second.items[0]?.number]).toEqual([60, 10, 'PO-150']);
});

test('names of companies and of those in charge come from the newest replies', () => {
  const row = ordersHere([order('PO-1')], none, list, now).items[0];
  if (row === undefined) throw new Error('no row');
  const reply = { total: 1, page: 1, limit: 50, experts: [], companies: [{ id: 7, name: 'Cells Ltd' }] };
  const earlier = { ...reply, items: [{ ...row, expert: 'Ines', expert_id: 'i' }] };
  const later = { ...reply, items: [{ ...row, expert: 'Max', expert_id: 'm' }] };
  const names = knownNamesIn([earlier, later], []);
  expect(ordersHere([order('PO-1')], names, list, now).items[0]).toMatchObject({ company: 'Cells Ltd', expert: 'Max' });
  const byMax = { ...list, filters: { expert: ['m'] } };
  expect(ordersHere([order('PO-1')], names, byMax, now).total).toBe(1);
  expect(ordersHere([order('PO-1')], names, { ...list, filters: { expert: ['i'] } }, now).total).toBe(0);
});

test('a draft has neither price nor dates', () => {
  const [row] = ordersHere([order('PO-1', { status: 'draft', history: placed('2026-12-01') })], none, list, now).items;
  expect(row).toMatchObject({ total: null, due: null, placed_at: null });
});
