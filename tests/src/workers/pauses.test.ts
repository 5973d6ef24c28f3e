import { expect, test, vi } from 'vitest';
import { withTimeout } from '../../../src/workers/pauses.ts';

test('work that is done in time gives its result, and no timer is left behind', async () => {
  vi.useFakeTimers();
  expect(await withTimeout(3000, Promise.resolve('done'))).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('work that never ends is waited for only as long as its limit', async () => {
  vi.useFakeTimers();
  const ended = vi.fn<(result: unknown) => void>();
  void withTimeout(3000, new Promise(() => undefined)).then(ended);
  await vi.advanceTimersByTimeAsync(2999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledWith(undefined);
  vi.useRealTimers();
});

test('work that fails fails here too', async () => {
  await expect(withTimeout(3000, Promise.reject(new Error('full')))).rejects.toThrow('full');
});
