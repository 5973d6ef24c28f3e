import { expect, test } from 'vitest';
import { ByteBudget, type BudgetUse } from '../../../server/limits/byte-budget.ts';

function held(caller: string, bytes: number, { canEnd = true, isSmall = false } = {}): BudgetUse & { ended: number } {
  return {
    caller,
    bytes,
    isSmall,
    ended: 0,
    end: function end() {
      this.ended++;
      return canEnd;
    },
  };
}

const budgetOf = (perCaller: number, ofAll: number, shareOfSmall = 0) =>
  new ByteBudget({ perCaller, ofAll, shareOfSmall });

test('bytes that do not fit the part of one caller are refused, and fit again once others are given back', () => {
  const budget = budgetOf(10, 100);
  const first = held('me', 6);
  expect([budget.take(first), budget.take(held('me', 5)), budget.take(held('you', 5))]).toEqual([true, false, true]);
  budget.giveBack(first);
  budget.giveBack(first);
  expect(budget.take(held('me', 10))).toBe(true);
  expect(budget.bytes).toBe(15);
});

test('a body grows while there is room, and gives back all that it has taken', () => {
  const budget = budgetOf(10, 100);
  const [first, second] = [held('me', 1), held('me', 1)];
  expect([budget.take(first), budget.take(second)]).toEqual([true, true]);
  expect([budget.grow(first, 7), budget.grow(second, 2), budget.grow(second, 1)]).toEqual([true, false, true]);
  expect(budget.bytes).toBe(10);
  budget.giveBack(first);
  expect(budget.bytes).toBe(2);
  expect(budget.grow(first, 1)).toBe(false);
  // Alone it may be as large as any body.
  expect(budget.grow(second, 50)).toBe(true);
});

test('large bodies leave a share of the part of their caller to small ones', () => {
  const budget = budgetOf(100, 1000, 0.25);
  const [first, second] = [held('me', 70), held('me', 5)];
  expect([budget.take(first), budget.take(second), budget.grow(second, 1)]).toEqual([true, true, false]);
  expect(budget.take(held('me', 1))).toBe(false);
  expect(budget.take(held('me', 25, { isSmall: true }))).toBe(true);
  expect(budget.take(held('me', 1, { isSmall: true }))).toBe(false);
});

test('when all hold too much, the oldest of the caller with the most gives way to a caller with less', () => {
  const budget = budgetOf(50, 100);
  const many = [held('loud', 20), held('loud', 20)];
  const others = [held('other', 30), held('third', 30)];
  expect([...many, ...others].every((each) => budget.take(each))).toBe(true);
  expect(budget.take(held('me', 10))).toBe(true);
  expect([many[0]?.ended, many[1]?.ended, others[0]?.ended]).toEqual([1, 0, 0]);
  expect(budget.bytes).toBe(90);
});

test('when nothing of the caller with the most can be ended, the one with the next most gives way', () => {
  const budget = budgetOf(50, 100);
  const [first, second] = [held('loud', 50, { canEnd: false }), held('other', 40)];
  expect([budget.take(first), budget.take(second), budget.take(held('me', 20))]).toEqual([true, true, true]);
  expect([first.ended, second.ended]).toEqual([1, 1]);
});

test('a body that is complete does not give way, and nobody gives way to a caller with as much', () => {
  const budget = budgetOf(50, 60);
  const complete = held('loud', 40, { canEnd: false });
  budget.take(complete);
  expect(budget.take(held('me', 30))).toBe(false);
  expect(budget.take(held('me', 20))).toBe(true);
  expect(budget.take(held('third', 45))).toBe(false);
});
