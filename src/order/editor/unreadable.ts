import { addressFields } from '#domain/order/fields/address-fields.ts';
import type { Check } from '#domain/order/data/check.ts';
import type { FieldConflict, OrderDoc } from '#domain/order/data/order.ts';
import { applicableFields, pathOf } from '#domain/order/fields/paths.ts';
import { runsTests } from '#domain/order/data/services.ts';
import { needOf, testFields } from '#domain/order/fields/test-fields.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { readingOf, type TypedEntry } from './typed-fields.ts';

/**
 * Returns the checks that apply on this page: the order's own checks, and a blocking one for every typed text that
 * cannot be read, because the user no longer intends the value it was to replace. Texts of fields that no longer belong
 * to the order are ignored.
 */
export function withUnreadable(
  checks: readonly Check[],
  doc: OrderDoc,
  typed: Readonly<Record<string, TypedEntry>>,
): Check[] {
  const paths = fieldPaths(doc).filter((path) => {
    const entry = typed[path];
    return entry !== undefined && 'problem' in (readingOf(path, entry.text) ?? {});
  });
  const unreadable = paths.map((path) => unreadableAt(path, typed[path]?.text ?? ''));
  // A field with an unreadable text does not count as missing.
  return [...unreadable, ...checks.filter(({ path, code }) => code !== 'REQUIRED' || !paths.includes(path))];
}

/** Returns the checks with a blocking one for every field in conflict, until a user has chosen one of the values. */
export function withConflictChecks(
  checks: readonly Check[],
  doc: OrderDoc,
  conflicts: readonly FieldConflict[],
): Check[] {
  const paths = fieldPaths(doc).filter((path) => conflicts.some((conflict) => conflict.path === path));
  const undecided = paths.map((path): Check => ({ ...unreadableAt(path, ''), code: 'CONFLICT' }));
  return [...undecided, ...checks];
}

/** Returns whether the field itself shows what this check is about. */
export function isShownByField({ code }: Pick<Check, 'code'>): boolean {
  return code === 'REQUIRED' || code === 'UNREADABLE' || code === 'CONFLICT';
}

/** Returns whether this check is about a typed text that cannot be read. */
export function isUnreadable({ code }: Pick<Check, 'code'>): boolean {
  return code === 'UNREADABLE';
}

function unreadableAt(path: string, text: string): Check {
  return { level: 'block', path, code: 'UNREADABLE', message: text, tick: null, ticked: false };
}

/** Returns the paths for which the wizard shows a field in this order. */
function fieldPaths(doc: OrderDoc): string[] {
  const tests = runsTests(doc) ? testsOf(doc) : [];
  return [
    ...applicableFields(doc).map(({ path }) => path),
    ...addressFields.map(({ key }) => key),
    ...tests.flatMap((test) =>
      testFields
        .filter((field) => needOf(field, doc, test) !== undefined)
        .map(({ key }) => pathOf('tests', test.id, key)),
    ),
  ];
}
