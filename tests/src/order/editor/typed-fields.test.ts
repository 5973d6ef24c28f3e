import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { SeenVersions } from '../../../../src/order/editor/seen-versions.ts';
import { TypedFields, withTypedTexts, type KeptText } from '../../../../src/order/editor/typed-fields.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function typing(doc: OrderDoc = {}, restored: Record<string, KeptText> = {}, vers: Record<string, string> = {}) {
  const kept = new Map<string, KeptText>(Object.entries(restored));
  const written: [string, unknown][] = [];
  const bases: (string | null)[] = [];
  const seen = new SeenVersions();
  seen.show(vers);
  const fields = new TypedFields(doc, seen, restored, {
    keep: async (path, text) => void (text === null ? kept.delete(path) : kept.set(path, text)),
    write: async (path, value, base) => {
      bases.push(base);
      return `mine-${written.push([path, value])}`;
    },
    failed: (error) => {
      throw error;
    },
  });
  const show = (next: OrderDoc, versions: Record<string, string>) => {
    seen.show(versions);
    fields.show(next);
  };
  return { fields, seen, kept, written, bases, show };
}

test('each key is kept at once, and half a second after the last one patch is made', async () => {
  const { fields, kept, written } = typing();
  fields.type('quantity', '2');
  fields.type('quantity', '24');
  expect(kept.get('quantity')).toEqual({ text: '24', base: null });
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
  expect(kept.get('quantity')).toEqual({ text: 'twenty', base: null });
  expect(withTypedTexts({ quantity: 20 }, fields.snapshot())).toEqual({ quantity: 20 });
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
  const { written } = typing({}, { quantity: { text: '24' }, title: { text: 'Night shift' } });
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toEqual([
    ['quantity', 24],
    ['title', 'Night shift'],
  ]);
});

test('price and checks see what is typed', () => {
  const { fields } = typing();
  fields.type('quantity', '24');
  expect(withTypedTexts({ format: '21700' }, fields.snapshot())).toEqual({ format: '21700', quantity: 24 });
  fields.type('quantity', '');
  expect(withTypedTexts({ format: '21700', quantity: 24 }, fields.snapshot())).toEqual({ format: '21700' });
});

test('a patch builds on the version that was on the screen when I began to type', async () => {
  const { fields, kept, bases, show } = typing({ quantity: 10 }, {}, { quantity: 'first' });
  fields.type('quantity', '2');
  show({ quantity: 30 }, { quantity: 'of a colleague' });
  fields.type('quantity', '20');
  expect(kept.get('quantity')).toEqual({ text: '20', base: 'first' });
  await vi.advanceTimersByTimeAsync(500);
  expect(bases).toEqual(['first']);
});

test("further typing builds on my own patch, not on another user's later value", async () => {
  const { fields, kept, bases, show } = typing({ quantity: 10 }, {}, { quantity: 'first' });
  fields.type('quantity', '2');
  await vi.advanceTimersByTimeAsync(500);
  show({ quantity: 30 }, { quantity: 'of a colleague' });
  fields.type('quantity', '20');
  expect(kept.get('quantity')).toEqual({ text: '20', base: 'mine-1' });
  await vi.advanceTimersByTimeAsync(500);
  expect(bases).toEqual(['first', 'mine-1']);
});

test('the other half of a voltage window builds on my first half, also before the screen shows it', async () => {
  const { fields, bases } = typing({}, {}, { 'tests/t1/window': 'first' });
  fields.type('tests/t1/upperVoltage', '4.1');
  fields.type('tests/t1/lowerVoltage', '2.8');
  fields.leave('tests/t1/upperVoltage');
  await vi.advanceTimersByTimeAsync(0);
  fields.leave('tests/t1/lowerVoltage');
  await vi.advanceTimersByTimeAsync(0);
  expect(bases).toEqual(['first', 'mine-1']);
});

test('what was typed before a reload keeps the version that was seen then', async () => {
  const restored = { quantity: { text: '20', base: 'first' } };
  const { bases } = typing({ quantity: 30 }, restored, { quantity: 'of a colleague' });
  await vi.advanceTimersByTimeAsync(500);
  expect(bases).toEqual(['first']);
});

test("a field without focus shows another user's later value", async () => {
  const { fields, show } = typing({ quantity: 10 }, {}, { quantity: 'first' });
  fields.type('quantity', '20');
  fields.leave('quantity');
  await vi.advanceTimersByTimeAsync(0);
  show({ quantity: 30 }, { quantity: 'of a colleague' });
  expect(fields.snapshot()).toEqual({});
});

test('half a second and leaving at the same time make one patch', async () => {
  const { fields, written } = typing();
  fields.type('quantity', '24');
  vi.advanceTimersByTime(500);
  fields.leave('quantity');
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([['quantity', 24]]);
});

test('what is on its way to the disk is known until it is there', async () => {
  const { fields } = typing();
  fields.type('quantity', '24');
  expect(fields.unkept()).toEqual({ quantity: { text: '24', base: null } });
  await vi.advanceTimersByTimeAsync(0);
  expect(fields.unkept()).toEqual({});
});

test('while the order is held nothing is written, and what was typed is written when it is free again', async () => {
  const { fields, kept, written } = typing({ quantity: 24 });
  fields.type('quantity', '12');
  fields.hold(true);
  fields.leave('quantity');
  await fields.settle();
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([]);
  expect(kept.get('quantity')).toEqual({ text: '12', base: null });
  fields.hold(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toEqual([['quantity', 12]]);
  expect(kept.size).toBe(0);
});

test('a text with two readings stays until the order shows the reading that I choose', async () => {
  const { fields, kept, written } = typing();
  fields.type('quantity', '1,000');
  fields.leave('quantity');
  const isWritten = Promise.withResolvers<boolean>();
  const choice = [{ path: 'quantity', value: 1000 }];
  fields.choose(choice, isWritten.promise);
  fields.replace(choice, isWritten.promise);
  expect(fields.typedAt('quantity')?.text).toBe('1,000');
  expect(fields.edited()).toEqual({ quantity: 1000 });
  isWritten.resolve(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(fields.typedAt('quantity')?.text).toBe('1,000');
  fields.show({ quantity: 1000 });
  expect(fields.typedAt('quantity')).toBeUndefined();
  expect([kept.size, written]).toEqual([0, []]);
});

test('a choice that could not be written leaves the text that it was to replace', async () => {
  const { fields, kept, written } = typing({ quantity: 20 });
  fields.type('quantity', '24');
  const choice = [{ path: 'quantity', value: 30 }];
  fields.choose(choice, Promise.resolve(false));
  fields.replace(choice, Promise.resolve(false));
  await vi.advanceTimersByTimeAsync(0);
  expect(fields.typedAt('quantity')?.text).toBe('24');
  expect(kept.get('quantity')?.text).toBe('24');
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toEqual([['quantity', 24]]);
});

test('a text that I type while a choice is being written is written after it', async () => {
  const { fields, written } = typing();
  fields.type('quantity', '1,000');
  const choice = [{ path: 'quantity', value: 1000 }];
  fields.choose(choice, Promise.resolve(true));
  fields.replace(choice, Promise.resolve(true));
  fields.type('quantity', '24');
  expect(fields.edited()).toEqual({ quantity: 24 });
  await vi.advanceTimersByTimeAsync(500);
  fields.show({ quantity: 1000 });
  expect(fields.typedAt('quantity')?.text).toBe('24');
  expect(written).toEqual([['quantity', 24]]);
});

test('a control shows what is typed at once, and the stored value while the order is held', () => {
  const { fields } = typing({ quantity: 20 });
  const heard = vi.fn<() => void>();
  fields.subscribe(heard);
  fields.type('quantity', '24');
  expect(fields.typedAt('quantity')?.text).toBe('24');
  expect(fields.edited()).toEqual({ quantity: 24 });
  fields.hold(true);
  expect(fields.typedAt('quantity')).toBeUndefined();
  expect(fields.storedAt('quantity')).toBe(20);
  expect(fields.edited()).toEqual({ quantity: 20 });
  fields.hold(false);
  expect(fields.typedAt('quantity')?.text).toBe('24');
  expect(heard).toHaveBeenCalledTimes(3);
});

test('a value that arrives from another device is heard, and the edited document stays the same object until then', () => {
  const { fields, show } = typing({ quantity: 20 });
  const heard = vi.fn<() => void>();
  fields.subscribe(heard);
  const before = fields.edited();
  expect(fields.edited()).toBe(before);
  show({ quantity: 30 }, { quantity: 'theirs' });
  expect(heard).toHaveBeenCalledOnce();
  expect(fields.storedAt('quantity')).toBe(30);
  expect(fields.edited()).toEqual({ quantity: 30 });
});
