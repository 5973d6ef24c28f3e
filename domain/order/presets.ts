import { canonicalJson, type Json } from '../json.ts';
import type { OrderDoc } from './order.ts';
import { applicableFields, pathOf, parsePath } from './paths.ts';
import { needOf, testFields } from './test-fields.ts';
import { testsOf, type TestType } from './tests.ts';

/** A value to write. The sender adds the base version. */
export interface Change {
  path: string;
  value: Json;
}

/**
 * Returns a choice and the changes that follow from it: fields that are empty, or that still hold the previous typical
 * value, take the new typical value; values that a user wrote stay. An order consists of stored values only; no default
 * is implied.
 * @returns the changes, the choice itself first
 */
export function changesOfChoice(doc: OrderDoc, path: string, value: Json): Change[] {
  const next: OrderDoc = { ...doc, [path]: value };
  return [{ path, value }, ...followUps(doc, next, path)];
}

/**
 * Returns a function that turns choices in an order into changes, each on top of the choices before: the second may be
 * made before the first is shown. A value of null clears its field and nothing else.
 */
export function choicesIn(doc: OrderDoc): (path: string, value: Json) => Change[] {
  let current = doc;
  return (path, value) => {
    const changes = value === null ? [{ path, value }] : changesOfChoice(current, path, value);
    current = { ...current, ...Object.fromEntries(changes.map((change) => [change.path, change.value])) };
    return changes;
  };
}

function followUps(doc: OrderDoc, next: OrderDoc, chosen: string): Change[] {
  return [...applicableFields(next), ...applicableTestFields(next)].flatMap(({ path, item, field }) => {
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

/** Whether the order did not have the field before. */
function placeIsNew(doc: OrderDoc, path: string): boolean {
  const place = parsePath(path);
  return place?.is === 'field' && !(place.field.applies?.(doc) ?? true);
}

function applicableTestFields(doc: OrderDoc) {
  return testsOf(doc).flatMap((item) =>
    testFields
      .filter((field) => field.key !== 'type' && needOf(field, doc, item) === 'required')
      .map((field) => ({ path: pathOf('tests', item.id, field.key), item: item.id, field })),
  );
}

/** Returns changes that set every empty field of the design to its typical value. */
export function changesOfTypical(doc: OrderDoc): Change[] {
  return applicableFields(doc).flatMap(({ path, item, field }) => {
    const value = field.typical?.(doc, item);
    return value === undefined || (doc[path] ?? null) !== null ? [] : [{ path, value }];
  });
}

/** Returns the changes that add a test with its typical parameters. */
export function changesOfNewTest(doc: OrderDoc, itemId: string, type: TestType): Change[] {
  const first = { path: pathOf('tests', itemId, 'type'), value: type };
  const changes: Change[] = [first];
  const next: OrderDoc = { ...doc, [first.path]: type };
  // In table order, because the field that ends the charge decides which of the later fields the test has.
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
