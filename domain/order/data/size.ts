import type { FieldProblem } from '../../ground/errors.ts';
import type { Json } from '../../ground/json.ts';
import { orderLimits } from './limits.ts';
import type { OrderDoc } from './order.ts';
import { isTest, testsOf } from './tests.ts';

/** Size of an order: tests that are not removed, and fields that have a value. */
export interface DocSize {
  tests: number;
  fields: number;
}

/** Counts the tests and fields of a whole document. */
export function docSizeOf(doc: OrderDoc): DocSize {
  return { tests: testsOf(doc).length, fields: Object.values(doc).filter((value) => value !== null).length };
}

/** Returns the growth of a document by these changes; null clears a field. Reads only the changed fields and tests. */
export function docGrowthOf(doc: OrderDoc, changes: ReadonlyMap<string, Json>): DocSize {
  const after = (path: string): Json | undefined => (changes.has(path) ? changes.get(path) : doc[path]);
  const growth: DocSize = { tests: 0, fields: 0 };
  const items = new Set<string>();
  for (const [path, value] of changes) {
    growth.fields += Number(value !== null) - Number((doc[path] ?? null) !== null);
    const [list, id, key] = path.split('/');
    if (list === 'tests' && id !== undefined && (key === 'type' || key === 'removed')) items.add(id);
  }
  for (const id of items) growth.tests += Number(isTest(after, id)) - Number(isTest((path) => doc[path], id));
  return growth;
}

/**
 * Checks the size of an order after a change. Sizes are limited because every client that opens an order prices and
 * checks all of it.
 * @param before size before the change; an order that was too large already may keep its size or shrink
 * @returns undefined when the size is allowed
 */
export function problemWithSize(after: DocSize, before: DocSize = { tests: 0, fields: 0 }): FieldProblem | undefined {
  if (after.tests > orderLimits.testsPerOrder && after.tests > before.tests) {
    return { path: 'tests', code: 'TOO_MANY', message: `At most ${orderLimits.testsPerOrder} tests in an order.` };
  }
  if (after.fields <= orderLimits.fieldsPerOrder || after.fields <= before.fields) return undefined;
  return { path: '', code: 'TOO_MANY', message: `At most ${orderLimits.fieldsPerOrder} values in an order.` };
}
