import { expect, test } from 'vitest';
import { ByteBudget, type Held } from '../../../server/limits/byte-budget.ts';

function held(caller: string, bytes: number, canEnd = true): Held & { ended: number } {
  return {
    caller,
    bytes,
    ended: 0,
    end: function end() {
      this.ended++;
      return canEnd;
    },
  };
}

test('bytes that do not fit the part of one caller are refused, and fit again once others are given back', () => {
  const budget = new ByteBudget(10, 100);
  const first = held('me', 6);
  expect([budget.take(first), budget.take(held('me', 5)), budget.take(held('you', 5))]).toEqual([true, false, true]);
  budget.giveBack(first);
  budget.giveBack(first);
  expect(budget.take(held('me', 10))).toBe(true);
  expect(budget.bytes).toBe(15);
});

test('when all hold too much, the oldest of the caller with the most gives way to a caller with less', () => {
  const budget = new ByteBudget(50, 100);
  const many = [held('loud', 20), held('loud', 20)];
  const others = [held('other', 30), held('third', 30)];
  expect([...many, ...others].every((each) => budget.take(each))).toBe(true);
  expect(budget.take(held('me', 10))).toBe(true);
  expect([many[0]?.ended, many[1]?.ended, others[0]?.ended]).toEqual([1, 0, 0]);
  expect(budget.bytes).toBe(90);
});

test('a body that is complete does not give way, and nobody gives way to a caller with as much', () => {
  const budget = new ByteBudget(50, 60);
  const complete = held('loud', 40, false);
  budget.take(complete);
  expect(budget.take(held('me', 30))).toBe(false);
  expect(budget.take(held('me', 20))).toBe(true);
  expect(budget.take(held('third', 45))).toBe(false);
});
