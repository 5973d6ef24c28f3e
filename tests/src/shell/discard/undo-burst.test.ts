import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerUndo, undoNewest } from '../../../../src/shell/discard/undo-burst.ts';
import * as notices from '../../../../src/ui/notice/notice.tsx';
import { patience } from '../../../support/patience.ts';
import { undoMs } from '../../../../src/ui/undo-time.ts';

/** Removing several things within seconds, and restoring them. */

let shown: notices.Notice[];
let back: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [shown, back] = [[], []];
  vi.spyOn(notices, 'showNotice').mockImplementation((notice) => {
    shown.push(notice);
    return () => void (shown = shown.filter((other) => other !== notice));
  });
});

afterEach(() => {
  vi.advanceTimersByTime(undoMs);
  vi.useRealTimers();
});

function take(...names: string[]): void {
  for (const name of names) {
    const putBack = async () => void back.push(name);
    offerUndo(putBack, (n) => ({ title: n === 1 ? `${name} is gone` : `${n} are gone`, undo: 'Undo' }));
  }
}

const titles = () => shown.map(({ title }) => title);

test('one notice speaks of all that was taken away, and its Undo puts all of it back', async () => {
  take('a', 'b', 'c');
  expect(titles()).toEqual(['3 are gone']);
  shown[0]?.action?.run();
  await vi.waitFor(() => expect(back).toEqual(['c', 'b', 'a']), patience.condition);
  expect(titles()).toEqual([]);
});

test('the keys put back one after the other, the newest first', () => {
  take('a', 'b');
  expect(undoNewest()).toBe(true);
  expect([back, titles()]).toEqual([['b'], ['a is gone']]);
  expect(undoNewest()).toBe(true);
  expect([back, titles()]).toEqual([['b', 'a'], []]);
  expect(undoNewest()).toBe(false);
});

test('after some seconds there is no way back', () => {
  take('a');
  vi.advanceTimersByTime(undoMs - 1);
  take('b');
  expect(titles()).toEqual(['2 are gone']);
  vi.advanceTimersByTime(undoMs);
  expect([titles(), undoNewest()]).toEqual([[], false]);
});
