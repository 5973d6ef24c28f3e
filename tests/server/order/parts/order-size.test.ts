import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { OrderSize } from '../../../../server/order/parts/order-size.ts';
import { foldOrder, orderFolding } from '#domain/spine/fold-order.ts';
import { busWorld, change, patch } from '../../../support/database/bus-world.ts';
import { newId } from '../../../support/users.ts';
import { orderOf } from '../../../domain/order/orders.ts';

const { close, engineer, order, send } = await busWorld();
afterAll(close);

test('500 small changes to a large order do not serialize it 500 times', async () => {
  const orderId = newId();
  const items = Array.from({ length: 90 }, (_, i) => change(`tests/t${i}/removed`, true, null));
  await send(engineer, patch(orderId, ...items));
  const whole = JSON.stringify(await order(orderId)).length;
  let base: string | null = null;
  const patches = Array.from({ length: 500 }, (_, i) => {
    const each = patch(orderId, change('quantity', i + 1, base));
    base = each.cmdId;
    return each;
  });
  const stringify = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => stringify.mockRestore());
  const results = await send(engineer, ...patches);
  const serializations = stringify.mock.results.filter(
    ({ value }) => typeof value === 'string' && value.length >= whole,
  );
  expect(results.filter(({ s }) => s === 'ok')).toHaveLength(500);
  expect(serializations.length).toBeLessThan(20);
  expect((await order(orderId)).doc['quantity']).toBe(500);
});

test('the size updated with each change matches the size computed from the whole order', () => {
  const at = '2026-11-22T12:00:00.000Z';
  const [by, orderId, stream] = ['me', 'o', 'order:o'];
  let current = orderOf({ id: orderId, ownerId: by });
  const size = new OrderSize(current);
  const paths = [
    'tests/a/type',
    'tests/a/removed',
    'tests/b/upperVoltage',
    'tests/b/lowerVoltage',
    'notes',
    'quantity',
  ];
  const values = ['RPT', null, true, '셀 사양', 12.5, 'long '.repeat(50)];
  for (let i = 0; i < 300; i++) {
    const position = { stream, sseq: i + 2, v: 1, cmdId: newId() };
    const path = paths[(i * 5) % paths.length] ?? '';
    const value = values[(i * 7 + (i >> 2)) % values.length] ?? null;
    const conflicts = [{ path, mine: value, theirs: `theirs ${i}`, by }];
    const changes =
      i % 4 === 3 ? [] : [{ path, value, ver: newId() }, ...(i % 5 ? [] : [{ path, value: null, ver: 'v' }])];
    const writer = i % 3 === 0 ? 'colleague' : by;
    const data = changes.length > 0 ? { orderId, by: writer, at, changes } : { orderId, at, conflicts };
    const event = { ...position, type: changes.length > 0 ? 'order.patched' : 'order.field_conflict', data } as const;
    current = size.foldAndMeasure(current, changes, () => foldOrder(current, event) ?? current);
    const counted = new OrderSize(current);
    expect(Math.abs(size.bytes - counted.bytes)).toBeLessThan(20);
    expect([size.doc, size.items]).toEqual([counted.doc, counted.items]);
  }
});

test('changes that are written into one copy of an order give the same order as a copy for each, and the first order stays', () => {
  const at = '2026-11-22T12:00:00.000Z';
  const [by, orderId] = ['me', 'o'];
  const conflicts = [{ path: 'notes', mine: 'a', theirs: 'b', by, sseq: 1 }];
  let copied = orderOf({ id: orderId, ownerId: by, conflicts });
  const first = copied;
  const before = structuredClone(first);
  const fold = orderFolding();
  let own = first;
  const docs = new Set<OrderDoc>();
  for (const [i, value] of ['a', 'b', null, 'c'].entries()) {
    const data = { orderId, by, at, changes: [{ path: 'notes', value, ver: `v${i}` }] };
    const event = { stream: 'order:o', sseq: i + 2, type: 'order.patched' as const, v: 1, cmdId: newId(), data };
    copied = foldOrder(copied, event) ?? copied;
    own = fold(own, event) ?? own;
    docs.add(own.doc);
    expect(own).toEqual(copied);
  }
  expect(docs.size).toBe(1);
  expect(first).toEqual(before);
});
