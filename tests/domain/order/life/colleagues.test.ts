import { expect, test } from 'vitest';
import type { Event, EventData, EventType } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import { withNameReplaced } from '#domain/spine/erasure.ts';
import { editorsOf, writerName, writerOf } from '#domain/order/life/colleagues.ts';
import { isSharedWith, mayChangeDraft, mayDiscardDraft } from '#domain/order/life/draft-rights.ts';
import type { Order } from '#domain/order/data/order.ts';
import { orderOf } from '../orders.ts';

const at = '2026-11-26T08:00:00.000Z';
const draft = orderOf({ ownerId: 'mara', ownerName: 'Mara', companyId: 102 });

function event<T extends EventType>(type: T, sseq: number, data: EventData[T]): Event<T> {
  return { stream: 'order:o', sseq, type, v: 1, data, cmdId: null };
}
const shared = (sseq: number, ...names: string[]) =>
  event('order.shared', sseq, {
    orderId: 'o',
    by: 'mara',
    at,
    colleagues: names.map((userName) => ({ userId: userName.toLowerCase(), userName })),
  });
const wrote = (sseq: number, by: string, path: string, value: number | null) =>
  event('order.patched', sseq, { orderId: 'o', by, at, changes: [{ path, value, ver: `v${sseq}` }] });
const after = (...events: Event[]) => events.reduce<Order>((order, each) => foldOrder(order, each) ?? order, draft);
const user = (id: string, company_id: number | null = 102) => ({ id, role: 'USER' as const, company_id });

test('a draft is changed by its owner and by the colleagues on the newest list, and discarded by its owner alone', () => {
  const order = after(shared(2, 'Nia', 'Jun'), shared(3, 'Nia'));
  const users = [user('mara'), user('nia'), user('jun'), user('kim')];
  expect(users.map((each) => mayChangeDraft(each, order))).toEqual([true, true, false, false]);
  expect(users.map((each) => mayDiscardDraft(each, order))).toEqual([true, false, false, false]);
  expect(editorsOf(order).map(({ userName }) => userName)).toEqual(['Nia']);
});

test('who leaves the company does not edit any more, and a draft without a company has no colleagues', () => {
  const order = after(shared(2, 'Nia'));
  expect([102, 500, null].map((company) => isSharedWith(user('nia', company), order))).toEqual([true, false, false]);
  expect(isSharedWith(user('nia', null), { ...order, companyId: null })).toBe(false);
});

test('the order knows who wrote each value, and their names, also of colleagues who do not edit any more', () => {
  const order = after(
    shared(2, 'Nia'),
    wrote(3, 'mara', 'quantity', 10),
    wrote(4, 'nia', 'quantity', 12),
    wrote(5, 'nia', 'cells', 3),
    wrote(6, 'mara', 'cells', null),
    shared(7),
  );
  expect([writerOf(order, 'quantity'), writerOf(order, 'cells'), writerOf(order, 'format')]).toEqual([
    'nia',
    'mara',
    undefined,
  ]);
  expect(order.writers).toEqual({ quantity: 'nia' });
  expect(['mara', 'nia', 'jun'].map((id) => writerName(order, id))).toEqual(['Mara', 'Nia', undefined]);
});

test('the name of a colleague whose account was deleted is replaced in the order and in its events', () => {
  const list = shared(2, 'Nia');
  const gone = event('person.renamed', 3, { userId: 'nia', name: 'Deleted account', newest: null });
  for (const events of [
    [list, gone],
    [gone, list],
  ])
    expect(writerName(after(...events), 'nia')).toBe('Deleted account');
  expect(JSON.stringify(withNameReplaced(list.data, 'nia', 'Deleted account'))).not.toContain('Nia');
});
