import { canonicalJson, type Json } from '../../ground/json.ts';
import type { OrderDoc } from '../data/order.ts';
import { applicableFields, pathOf, parsePath } from './paths.ts';
import { standardNamed } from '../data/standards.ts';
import { needOf, testFields } from './test-fields.ts';
import { testsOf, typeOfTest, type SafetyTest, type TestItem, type TestType } from '../data/tests.ts';

/** A value to write. The sender adds the base version. */
export interface ValueChange {
  path: string;
  value: Json;
}

/** Returns an order with these changes. */
export function withChanges(doc: OrderDoc, changes: readonly ValueChange[]): OrderDoc {
  return { ...doc, ...Object.fromEntries(changes.map(({ path, value }) => [path, value])) };
}

/**
 * Returns a choice and the changes that follow from it: fields that are empty, or that still hold the previous typical
 * value, take the new typical value; values that a user wrote stay. A standard brings its own values. Another sub-test
 * clears the parameters that it does not have. An order consists of stored values only; no default is implied.
 * @param value null clears the field and nothing else
 * @returns the changes, the choice itself first
 */
export function changesOfChoice(doc: OrderDoc, path: string, value: Json): ValueChange[] {
  if (value === null) return [{ path, value }];
  const first = [{ path, value }, ...standardValues(doc, path, value)];
  const next = withChanges(doc, first);
  const chosen = new Set(first.map((change) => change.path));
  const then = settled(next, (settling) => followUps(doc, settling, chosen));
  return [...first, ...then, ...refused(doc, next, path)];
}

/** The values of a standard chosen for a test that differ from what the test has. */
function standardValues(doc: OrderDoc, path: string, code: Json): ValueChange[] {
  const [list, item = '', key] = path.split('/');
  const standard = list === 'tests' && key === 'standardRef' ? standardNamed(code) : undefined;
  return Object.entries(standard?.values ?? {})
    .map(([each, value]) => ({ path: pathOf('tests', item, each), value }))
    .filter((change) => canonicalJson(doc[change.path] ?? null) !== canonicalJson(change.value));
}

/** Clears what a safety test has no more after another sub-test was chosen. */
function refused(doc: OrderDoc, next: OrderDoc, path: string): ValueChange[] {
  const [list, id = '', key] = path.split('/');
  const item = testsOf(next).find((test) => test.id === id);
  if (list !== 'tests' || key !== 'safetyTest' || item === undefined) return [];
  return testFields
    .filter((field) => needOf(field, doc, item) !== undefined && needOf(field, next, item) === undefined)
    .map((field) => pathOf('tests', id, field.key))
    .filter((place) => (doc[place] ?? null) !== null)
    .map((place) => ({ path: place, value: null }));
}

function followUps(doc: OrderDoc, next: OrderDoc, chosen: ReadonlySet<string>): ValueChange[] {
  return [...applicableFields(next), ...applicableTestFields(next)].flatMap(({ path, item, field }) => {
    const wanted = field.typical?.(next, item);
    if (chosen.has(path) || wanted === undefined) return [];
    const present = doc[path] ?? null;
    const before = field.typical?.(doc, item);
    const untouched =
      present === null
        ? before === undefined || placeIsNew(doc, path)
        : canonicalJson(present) === canonicalJson(before ?? null);
    return untouched && canonicalJson(present) !== canonicalJson(wanted) ? [{ path, value: wanted }] : [];
  });
}

/** Fields whose proposals follow other fields until a user changes them. */
const following: ReadonlySet<string> = new Set(['coating_meter_count', 'tabWidth_mm']);

/** Returns the changes of proposals that follow from a typed value; a value that a user wrote stays. */
export function changesOfTypedValue(doc: OrderDoc, path: string, value: Json): ValueChange[] {
  const next: OrderDoc = { ...doc, [path]: value };
  return applicableFields(next).flatMap(({ path: at, item, field }) => {
    const present = doc[at] ?? null;
    if (!following.has(field.key) || at === path || present === null) return [];
    const wanted = field.typical?.(next, item);
    const isProposal = canonicalJson(present) === canonicalJson(field.typical?.(doc, item) ?? null);
    return wanted === undefined || !isProposal || wanted === present ? [] : [{ path: at, value: wanted }];
  });
}

/** Whether the order did not have the field before. */
function placeIsNew(doc: OrderDoc, path: string): boolean {
  const place = parsePath(path);
  if (place?.is !== 'field') return false;
  if (place.list !== 'tests') return !(place.field.applies?.(doc) ?? true);
  const type = typeOfTest(doc, place.item);
  return type === undefined || needOf(place.field, doc, { id: place.item, type }) === undefined;
}

function applicableTestFields(doc: OrderDoc) {
  return testsOf(doc).flatMap((item) =>
    testFields
      .filter((field) => field.key !== 'type' && needOf(field, doc, item) !== undefined)
      .map((field) => ({ path: pathOf('tests', item.id, field.key), item: item.id, field })),
  );
}

/** Returns changes that set every empty field of the design to its typical value. */
export function changesOfTypical(doc: OrderDoc): ValueChange[] {
  return settled(doc, (next) =>
    applicableFields(next).flatMap(({ path, item, field }) => {
      const value = field.typical?.(next, item);
      return value === undefined || (doc[path] ?? null) !== null ? [] : [{ path, value }];
    }),
  );
}

/** After so many rounds every typical value is that of the others. */
const rounds = 3;

/** Computes changes on top of themselves: a typical value may depend on others, as meters to coat do on lengths. */
function settled(doc: OrderDoc, changesIn: (next: OrderDoc) => ValueChange[]): ValueChange[] {
  let changes: ValueChange[] = [];
  for (let round = 0; round < rounds; round++) {
    const again = changesIn(withChanges(doc, changes));
    if (canonicalJson(again) === canonicalJson(changes)) break;
    changes = again;
  }
  return changes;
}

/** Returns the changes that add a test with its typical parameters; a safety test with its sub-test. */
export function changesOfNewTest(
  doc: OrderDoc,
  itemId: string,
  type: TestType,
  safetyTest?: SafetyTest,
): ValueChange[] {
  const first: ValueChange[] = [{ path: pathOf('tests', itemId, 'type'), value: type }];
  if (type === 'Safety') {
    first.push({ path: pathOf('tests', itemId, 'safetyTest'), value: safetyTest ?? 'Thermal Abuse' });
  }
  const changes = [...first];
  const next = withChanges(doc, first);
  // In table order, because some fields decide which of the later fields the test has.
  for (const field of testFields) {
    const path = pathOf('tests', itemId, field.key);
    const value = field.typical?.(next, itemId);
    if (value === undefined || next[path] !== undefined) continue;
    if (needOf(field, next, { id: itemId, type }) === undefined) continue;
    next[path] = value;
    changes.push({ path, value });
  }
  return changes;
}

/** Returns the changes that add a test with the parameters of another one. */
export function changesOfCopy(doc: OrderDoc, from: TestItem, itemId: string): ValueChange[] {
  return testFields
    .filter((field) => needOf(field, doc, from) !== undefined)
    .flatMap(({ key }) => {
      const value = doc[pathOf('tests', from.id, key)] ?? null;
      return value === null ? [] : [{ path: pathOf('tests', itemId, key), value }];
    });
}
