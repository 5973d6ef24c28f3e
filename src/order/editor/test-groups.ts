import { isOpen, type Check } from '#domain/order/data/check.ts';
import type { Field } from '#domain/order/data/field.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { pathOf } from '#domain/order/fields/paths.ts';
import { isIdle, needOf, testFields } from '#domain/order/fields/test-fields.ts';
import type { TestItem } from '#domain/order/data/tests.ts';

/** Group of the fields of a test, in the order of the field tables. */
export interface TestGroup {
  code: string;
  fields: Field[];
  /** Whether the test needs none of the fields: shown closed until one has a value. */
  isOptional: boolean;
}

/** Returns the groups of fields that this test has; its type is no field of theirs. */
export function testGroups(doc: OrderDoc, item: TestItem): TestGroup[] {
  const groups = new Map<string, Field[]>();
  for (const field of testFields) {
    if (field.key === 'type' || needOf(field, doc, item) === undefined || isIdle(field, doc, item)) continue;
    groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  }
  return [...groups].map(([code, fields]) => ({
    code,
    fields,
    isOptional: collapsible.has(code) && fields.every((field) => needOf(field, doc, item) === 'optional'),
  }));
}

const collapsible = new Set(['pulses', 'spectra']);

/** Returns the number of open checks at the fields of one test. */
export function openIn(checks: readonly Check[], item: TestItem): number {
  return checks.filter((check) => isOpen(check) && check.path.startsWith(pathOf('tests', item.id, ''))).length;
}
