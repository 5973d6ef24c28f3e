import { expect, test } from 'vitest';
import type { Json } from '#domain/ground/json.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { docGrowthOf, docSizeOf, problemWithSize as problem } from '#domain/order/data/size.ts';

const problemWithSize = (doc: OrderDoc, before: OrderDoc = {}) => problem(docSizeOf(doc), docSizeOf(before));
const withTests = (count: number): OrderDoc =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`tests/t${i}/type`, 'RPT']));

test('an order has at most a hundred tests', () => {
  expect(problemWithSize(withTests(orderLimits.testsPerOrder))).toBeUndefined();
  expect(problemWithSize(withTests(orderLimits.testsPerOrder + 1))).toMatchObject({ path: 'tests', code: 'TOO_MANY' });
});

test('values of removed tests count too', () => {
  const removed = Object.fromEntries(
    Array.from({ length: orderLimits.fieldsPerOrder + 1 }, (_, i) => [`tests/t${i}/removed`, true]),
  );
  expect(problemWithSize(removed)).toMatchObject({ path: '', code: 'TOO_MANY' });
});

test('one that was larger already may stay and become smaller, not larger', () => {
  const before = withTests(orderLimits.testsPerOrder + 10);
  expect(problemWithSize({ ...before, quantity: 5 }, before)).toBeUndefined();
  expect(problemWithSize(withTests(orderLimits.testsPerOrder + 5), before)).toBeUndefined();
  expect(problemWithSize(withTests(orderLimits.testsPerOrder + 11), before)).toMatchObject({ code: 'TOO_MANY' });
});

test('what changes make of an order is what counting it again gives', () => {
  const values: Json[] = [null, 'RPT', 'Cycle', 'other', true, false];
  const paths = ['tests/a/type', 'tests/a/removed', 'tests/b/type', 'tests/b/removed', 'notes', 'tests/a/temp'];
  let doc: OrderDoc = {};
  for (let i = 0; i < 500; i++) {
    const changes = new Map<string, Json>();
    for (let k = 0; k <= i % 3; k++)
      changes.set(
        paths[(i * 7 + k * 5) % paths.length] ?? '',
        values[(i * 3 + k * 11 + (i >> 3)) % values.length] ?? null,
      );
    const before = docSizeOf(doc);
    const growth = docGrowthOf(doc, changes);
    doc = Object.fromEntries(Object.entries({ ...doc, ...Object.fromEntries(changes) }).filter(([, v]) => v !== null));
    expect({ tests: before.tests + growth.tests, fields: before.fields + growth.fields }).toEqual(docSizeOf(doc));
  }
});
