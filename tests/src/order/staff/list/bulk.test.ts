import { expect, test } from 'vitest';
import type { OrderListRow } from '#domain/order/wire/admin-orders.ts';
import { type ChosenOrder, prospectsOf, stepsTogether } from '../../../../../src/order/staff/list/bulk.ts';
import type { OpenCommand } from '../../../../../src/order/staff/views/staff-commands.ts';
import type { OrderView } from '../../../../../src/order/views/view-types.ts';

/** One step for several chosen orders. */

const me = { id: 'expert', role: 'EXPERT' } as const;

function chosen(id: string, about: Partial<OrderView> = {}, open: OpenCommand[] = []): ChosenOrder {
  const order = { id, ownerId: 'customer', status: 'submitted', doc: {}, ...about } as OrderView;
  return { row: { id, status: order.status } as OrderListRow, order, open };
}

const step = (state: OpenCommand['state']) =>
  ({ entry: { type: 'order.transition' }, state, reason: null }) as unknown as OpenCommand;

test('each step is counted for the orders that it is possible for', () => {
  const orders = [chosen('a'), chosen('b'), chosen('c', { status: 'reviewing' }), chosen('d', {}, [step('queued')])];
  const counts = stepsTogether(me, orders);
  expect(counts.get('START_REVIEW')).toBe(2);
  expect(counts.get('CANCEL')).toBe(3);
});

test('approving is not done together: each price deserves a look', () => {
  expect(stepsTogether(me, [chosen('a', { status: 'reviewing' })]).has('APPROVE')).toBe(false);
});

test('the preview says what happens to each order, or why nothing does', () => {
  const orders = [
    chosen('a'),
    chosen('b', { status: 'shipped' }),
    chosen('c', { ownerId: 'expert' }),
    chosen('d', {}, [step('queued')]),
    chosen('e', {}, [step('refused')]),
    { ...chosen('f'), order: undefined },
  ];
  const said = prospectsOf(me, orders, 'START_REVIEW').map((each) => ('to' in each ? each.to : each.hindrance));
  expect(said).toEqual(['reviewing', 'status', 'own', 'waiting', 'refused', 'notHere']);
});

test('orders with a paid price are not cancelled together: the work done is stated for each', () => {
  const admin = { id: 'admin', role: 'CHATBOT' } as const;
  const orders = [chosen('a', { status: 'processing' }), chosen('b', { status: 'submitted' })];
  expect(stepsTogether(admin, orders).get('CANCEL')).toBe(1);
  const said = prospectsOf(admin, orders, 'CANCEL').map((each) => ('to' in each ? each.to : each.hindrance));
  expect(said).toEqual(['alone', 'cancelled']);
});
