import { expect, test } from 'vitest';
import { limits } from '#domain/limits.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { problemWithSize } from '#domain/order/size.ts';

const withTests = (count: number): OrderDoc =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`tests/t${i}/type`, 'RPT']));

test('an order holds a hundred tests and no more', () => {
  expect(problemWithSize(withTests(limits.testsPerOrder))).toBeUndefined();
  expect(problemWithSize(withTests(limits.testsPerOrder + 1))).toMatchObject({ path: 'tests', code: 'TOO_MANY' });
});

test('values of removed tests count too', () => {
  const removed = Object.fromEntries(
    Array.from({ length: limits.fieldsPerOrder + 1 }, (_, i) => [`tests/t${i}/removed`, true]),
  );
  expect(problemWithSize(removed)).toMatchObject({ path: '', code: 'TOO_MANY' });
});

test('one that was larger already may stay and become smaller, not larger', () => {
  const before = withTests(limits.testsPerOrder + 10);
  expect(problemWithSize({ ...before, quantity: 5 }, before)).toBeUndefined();
  expect(problemWithSize(withTests(limits.testsPerOrder + 5), before)).toBeUndefined();
  expect(problemWithSize(withTests(limits.testsPerOrder + 11), before)).toMatchObject({ code: 'TOO_MANY' });
});
