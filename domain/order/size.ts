import type { FieldProblem } from '../errors.ts';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import type { OrderDoc } from './order.ts';
import { isTest, testsOf } from './tests.ts';

/** How much an order holds: tests that are not removed, and places that hold something. */
export interface DocSize {
  tests: number;
  fields: number;
}

/** Counts all of a document. */
export function docSizeOf(doc: OrderDoc): DocSize {
  return { tests: testsOf(doc).length, fields: Object.values(doc).filter((value) => value !== null).length };
}

/** How much more a document would hold with these changes, null where a field is cleared. Looks at what changes alone. */
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
 * Why an order may not become this large: everybody who opens it prices and checks all of it.
 * @param before what it was; one that was larger already may stay, and become smaller
 */
export function problemWithSize(after: DocSize, before: DocSize = { tests: 0, fields: 0 }): FieldProblem | undefined {
  if (after.tests > limits.testsPerOrder && after.tests > before.tests) {
    return { path: 'tests', code: 'TOO_MANY', message: `At most ${limits.testsPerOrder} tests in an order.` };
  }
  if (after.fields <= limits.fieldsPerOrder || after.fields <= before.fields) return undefined;
  return { path: '', code: 'TOO_MANY', message: `At most ${limits.fieldsPerOrder} values in an order.` };
}
