import { canonicalJson, type Json } from '../json.ts';
import type { OrderDoc } from './order.ts';
import { openFields, pathOf, placeOf } from './paths.ts';
import { needOf, testFields } from './test-fields.ts';
import { testsOf, type TestType } from './tests.ts';

/** A value to write; the base is looked up by whoever sends it. */
export interface Change {
  path: string;
  value: Json;
}

/**
 * A choice and what follows from it: fields that are still empty, or still hold the typical value from before, take the
 * new typical value; what somebody wrote stays. What is stored is all that is ordered, nothing is implied.
 * @returns the changes, the choice itself first
 */
export function changesOfChoice(doc: OrderDoc, path: string, value: Json): Change[] {
  const next: OrderDoc = { ...doc, [path]: value };
  return [{ path, value }, ...followUps(doc, next, path)];
}

function followUps(doc: OrderDoc, next: OrderDoc, chosen: string): Change[] {
  return [...openFields(next), ...openTestFields(next)].flatMap(({ path, item, field }) => {
    const wanted = field.typical?.(next, item);
    if (path === chosen || wanted === undefined) return [];
    const present = doc[path] ?? null;
    const before = field.typical?.(doc, item);
    const untouched =
      present === null
        ? before === undefined || placeIsNew(doc, path)
        : canonicalJson(present) === canonicalJson(before ?? null);
    return untouched && canonicalJson(present) !== canonicalJson(wanted) ? [{ path, value: wanted }] : [];
  });
}

/** Whether the field had no place in the order before. */
function placeIsNew(doc: OrderDoc, path: string): boolean {
  const place = placeOf(path);
  return place?.is === 'field' && !(place.field.applies?.(doc) ?? true);
}

function openTestFields(doc: OrderDoc) {
  return testsOf(doc).flatMap((item) =>
    testFields
      .filter((field) => field.key !== 'type' && needOf(field, doc, item) === 'required')
      .map((field) => ({ path: pathOf('tests', item.id, field.key), item: item.id, field })),
  );
}

/** Typical values for every field of the design that is still empty. */
export function changesOfTypical(doc: OrderDoc): Change[] {
  return openFields(doc).flatMap(({ path, item, field }) => {
    const value = field.typical?.(doc, item);
    return value === undefined || (doc[path] ?? null) !== null ? [] : [{ path, value }];
  });
}

/** A new test with its usual parameters, as one set of changes. */
export function changesOfNewTest(doc: OrderDoc, itemId: string, type: TestType): Change[] {
  const first = { path: pathOf('tests', itemId, 'type'), value: type };
  const changes: Change[] = [first];
  const next: OrderDoc = { ...doc, [first.path]: type };
  // In the table's order, because what ends the charge decides which of the later rows have a place.
  for (const field of testFields) {
    const value = field.typical?.(next, itemId);
    if (field.key === 'type' || value === undefined) continue;
    if (needOf(field, next, { id: itemId, type }) === undefined) continue;
    const path = pathOf('tests', itemId, field.key);
    next[path] = value;
    changes.push({ path, value });
  }
  return changes;
}
