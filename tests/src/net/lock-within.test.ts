import { expect, test } from 'vitest';
import { underLock, unanswered } from '../../../src/net/lock-within.ts';

/** Resolves when the work has had its answer. */
const never = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
const fails = () => Promise.reject(new Error('failed'));
const atOnce = () => Promise.resolve();

test('work runs under its lock, however long it takes', async () => {
  const done: unknown[] = [];
  await underLock(
    (held) => held('lock'),
    async (lock) => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(lock);
    },
    never,
  );
  expect(done).toEqual(['lock']);
});

test('where the browser never answers, the work runs without the lock, and one that comes late is let go', async () => {
  const done: unknown[] = [];
  const late: { grant?: (lock: unknown) => Promise<void> } = {};
  const request = (held: (lock: unknown) => Promise<void>) => {
    late.grant = held;
    return new Promise<void>(() => undefined);
  };
  await underLock(request, async (lock) => void done.push(lock), atOnce);
  await late.grant?.('lock');
  expect(done).toEqual([unanswered]);
});

test('what the work or the request throws is thrown', async () => {
  await expect(underLock((held) => held('lock'), fails, never)).rejects.toThrow('failed');
  await expect(underLock(fails, () => Promise.resolve(), never)).rejects.toThrow('failed');
});
