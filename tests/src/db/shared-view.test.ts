import { expect, test, vi } from 'vitest';
import { SharedView } from '../../../src/db/shared-view.ts';
import { deviceOf, roomOfMe } from '../../support/src/user.ts';

/** A device with one room, and a view of its number of rooms that counts how often it is read. */
async function device() {
  const { db, me } = deviceOf();
  await db.rooms.put(roomOfMe(me));
  let reads = 0;
  let fails = false;
  const view = new SharedView(async () => {
    reads++;
    if (fails) throw new Error('the disk did not answer');
    return await db.rooms.count();
  });
  return { db, me, view, reads: () => reads, fail: (now: boolean) => (fails = now) };
}

test('however many show it, it is read once, and once again for a change', async () => {
  const { db, me, view, reads } = await device();
  const shown = [vi.fn<(count: number) => void>(), vi.fn<(count: number) => void>()];
  const ends = shown.map((next) => view.subscribe(next));
  await vi.waitFor(() => expect(shown.map((next) => next.mock.calls)).toEqual([[[1]], [[1]]]));
  expect(reads()).toBe(1);
  await db.rooms.put(roomOfMe(me, { id: 'another' }));
  await vi.waitFor(() => expect(shown.map((next) => next.mock.lastCall)).toEqual([[2], [2]]));
  expect(reads()).toBe(2);
  for (const end of ends) end.unsubscribe();
});

test('who comes later sees the last result at once; once nobody looks, nothing old is shown', async () => {
  const { view } = await device();
  const first = vi.fn<(count: number) => void>();
  const end = view.subscribe(first);
  await vi.waitFor(() => expect(first).toHaveBeenCalledWith(1));
  const second = vi.fn<(count: number) => void>();
  const other = view.subscribe(second);
  expect([second.mock.calls, view.hasValue(), view.getValue()]).toEqual([[[1]], true, 1]);
  end.unsubscribe();
  expect(view.hasValue()).toBe(true);
  other.unsubscribe();
  expect(view.hasValue()).toBe(false);
  expect(() => view.getValue()).toThrow('Nothing was read yet.');
});

test('a failed read is told to all, and who comes later has it read again', async () => {
  const { view, fail, reads } = await device();
  fail(true);
  const failed = [vi.fn<(error: unknown) => void>(), vi.fn<(error: unknown) => void>()];
  for (const each of failed) view.subscribe(() => undefined, each);
  await vi.waitFor(() => expect(failed.map((each) => each.mock.calls.length)).toEqual([1, 1]));
  fail(false);
  const next = vi.fn<(count: number) => void>();
  const end = view.subscribe(next);
  await vi.waitFor(() => expect(next).toHaveBeenCalledWith(1));
  expect(reads()).toBe(2);
  end.unsubscribe();
});
