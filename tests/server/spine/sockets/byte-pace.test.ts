import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BytePace, socketBytesPerSecond } from '../../../../server/spine/sockets/byte-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connection() {
  const calls: string[] = [];
  return { calls, pause: () => void calls.push('pause'), resume: () => void calls.push('resume') };
}

test('all connections of a user that sends too many bytes are read on only in the next second, and those of others at once', () => {
  const pace = new BytePace();
  const [first, second, other] = [connection(), connection(), connection()];
  const half = socketBytesPerSecond / 2;
  pace.arrived('loud', half, first);
  pace.arrived('loud', half, second);
  expect([first.calls, second.calls]).toEqual([[], []]);
  pace.arrived('loud', 1, first);
  pace.arrived('loud', 1, second);
  pace.arrived('loud', 1, second);
  pace.arrived('other', half, other);
  expect([first.calls, second.calls, other.calls]).toEqual([['pause'], ['pause'], []]);
  vi.advanceTimersByTime(1_000);
  expect([first.calls, second.calls]).toEqual([
    ['pause', 'resume'],
    ['pause', 'resume'],
  ]);
  pace.arrived('loud', half, first);
  expect(first.calls).toEqual(['pause', 'resume']);
});
