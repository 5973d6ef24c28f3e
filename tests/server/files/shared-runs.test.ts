import { expect, test, vi } from 'vitest';
import { SharedRuns } from '../../../server/files/shared-runs.ts';

test('work that is asked for while it runs is done once, and fails for all who wait; asked for later, it is done again', async () => {
  const runs = new SharedRuns();
  const { promise, reject } = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>(() => promise);
  const waiting = [runs.run('a', work), runs.run('a', work), runs.run('a', work)];
  const other = vi.fn<() => Promise<void>>(async () => {});
  await runs.run('b', other);
  reject(new Error('refused'));
  const ended = await Promise.allSettled(waiting);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect([work.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
  await runs.run('a', other);
  expect(other).toHaveBeenCalledTimes(2);
});
