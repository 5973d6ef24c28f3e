import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderDoc } from '#domain/order/order.ts';
import { TypedFields, withTyped } from '../../../../src/screens/navigator/typed-fields.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function typing(doc: OrderDoc = {}, restored: Record<string, string> = {}) {
  const kept = new Map<string, string>(Object.entries(restored));
  const written: [string, unknown][] = [];
  const fields = new TypedFields(doc, restored, {
    keep: async (path, text) => void (text === null ? kept.delete(path) : kept.set(path, text)),
    write: async (path, value) => void written.push([path, value]),
    failed: (error) => {
      throw error;
    },
  });
  return { fields, kept, written };
}

test('each key is kept at once, and half a second after the last one patch is made', async () => {
  const { fields, kept, written } = typing();
  fields.type('quantity', '2');
  fields.type('quantity', '24');
  expect(kept.get('quantity')).toBe('24');
  await vi.advanceTimersByTimeAsync(499);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([['quantity', 24]]);
  expect(kept.has('quantity')).toBe(false);
});

test('leaving the field does not wait', async () => {
  const { fields, written } = typing();
  fields.type('quantity', '24');
  fields.leave('quantity');
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([['quantity', 24]]);
});

test('the text stays as typed until the field is left and the order shows it', async () => {
  const { fields } = typing();
  fields.type('windingShaftDiameter_mm', '3,');
  await vi.advanceTimersByTimeAsync(500);
  fields.show({ windingShaftDiameter_mm: 3 });
  expect(fields.snapshot()['windingShaftDiameter_mm']?.text).toBe('3,');
  fields.leave('windingShaftDiameter_mm');
  await vi.advanceTimersByTimeAsync(0);
  fields.show({ windingShaftDiameter_mm: 3 });
  expect(fields.snapshot()).toEqual({});
});

test('what cannot be read is never written and never lost', async () => {
  const { fields, kept, written } = typing();
  fields.type('quantity', 'twenty');
  fields.leave('quantity');
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([]);
  expect(kept.get('quantity')).toBe('twenty');
  expect(withTyped({ quantity: 20 }, fields.snapshot())).toEqual({ quantity: 20 });
});

test('the same value makes no patch', async () => {
  const { fields, written } = typing({ quantity: 24 });
  fields.type('quantity', '24.0');
  fields.leave('quantity');
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([]);
  expect(fields.snapshot()).toEqual({});
});

test('back and forth is written both ways', async () => {
  const { fields, written } = typing({ quantity: 24 });
  fields.type('quantity', '25');
  await vi.advanceTimersByTimeAsync(500);
  fields.type('quantity', '24');
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toEqual([
    ['quantity', 25],
    ['quantity', 24],
  ]);
});

test('what was typed before a crash reaches the order', async () => {
  const { written } = typing({}, { quantity: '24', title: 'Night shift' });
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toEqual([
    ['quantity', 24],
    ['title', 'Night shift'],
  ]);
});

test('price and checks see what is typed', () => {
  const { fields } = typing();
  fields.type('quantity', '24');
  expect(withTyped({ format: '21700' }, fields.snapshot())).toEqual({ format: '21700', quantity: 24 });
  fields.type('quantity', '');
  expect(withTyped({ format: '21700', quantity: 24 }, fields.snapshot())).toEqual({ format: '21700' });
});
