import { expect, test } from 'vitest';
import { comparePositions, hasPassed, laterPosition } from '#domain/spine/wire/sync.ts';

const at = (xid: string, seq: number, epoch = 'e1') => ({ epoch, xid, seq });

test.each([
  [at('9', 5), at('10', 1), -1],
  [at('10', 1), at('9', 5), 1],
  [at('10', 1), at('11', 0), -1],
  [at('11', 0), at('10', 1), 1],
  [at('10', 1), at('10', 2), -1],
  [at('10', 2), at('10', 1), 1],
  [at('10', 2), at('10', 2), 0],
])('%j and %j are compared by transaction, then by sequence: %i', (a, b, order) => {
  expect(Math.sign(comparePositions(a, b))).toBe(order);
});

test('a pull has passed a position it has reached, and none of another epoch', () => {
  const reached = at('10', 2);
  expect(hasPassed(reached, at('10', 2))).toBe(true);
  expect(hasPassed(reached, at('10', 1))).toBe(true);
  expect(hasPassed(reached, at('10', 3))).toBe(false);
  expect(hasPassed(reached, at('10', 1, 'e2'))).toBe(false);
});

test('of two positions the further one counts, across epochs the newer report', () => {
  const [near, far] = [at('10', 1), at('10', 2)];
  expect([laterPosition(near, far), laterPosition(far, near)]).toEqual([far, far]);
  expect(laterPosition(undefined, near)).toBe(near);
  expect(laterPosition(far, at('1', 1, 'e2'))).toEqual(at('1', 1, 'e2'));
  const again = at('10', 2);
  expect(laterPosition(far, again)).toBe(far);
});
