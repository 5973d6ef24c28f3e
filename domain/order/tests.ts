import type { Json } from '../json.ts';
import type { OrderDoc } from './order.ts';

/** Types of test that can be ordered; their parameters are in test-fields.ts. */

export type TestType = 'RPT' | 'Cycle';

export interface TestRow {
  code: TestType;
  label: string;
  definition: string;
  /** Standards that it resembles, without a claim of conformity. */
  mirrors: string;
}

export const testTypes: readonly TestRow[] = [
  {
    code: 'RPT',
    label: 'Reference Parameter Test',
    definition: 'Capacity, energy and resistance of a cell as it is: slow full cycles, pulses if you ask for them.',
    mirrors: 'IEC 62660-1 capacity, ISO 12405-4 standard cycle',
  },
  {
    code: 'Cycle',
    label: 'Cycle Test',
    definition: 'Charge and discharge over and over until a count or a state of health is reached.',
    mirrors: 'IEC 62660-1 cycle life, ISO 12405-4',
  },
];

/** A test of an order: the id of its list item, and its type. */
export interface TestItem {
  id: string;
  type: TestType;
}

/** Returns an order's tests as they were added (ids sort by time), without removed ones and those without a type. */
export function testsOf(doc: OrderDoc): TestItem[] {
  const items: TestItem[] = [];
  for (const [path, value] of Object.entries(doc)) {
    const [list, id, key] = path.split('/');
    if (list !== 'tests' || id === undefined || key !== 'type') continue;
    const test = typeOf(value);
    if (test !== undefined && isThere((place) => doc[place], id)) items.push({ id, type: test });
  }
  return items.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether an item is a test, with a known type and not removed. @param at returns the document's value at a path */
export function isTest(at: (path: string) => Json | undefined, id: string): boolean {
  return typeOf(at(`tests/${id}/type`)) !== undefined && isThere(at, id);
}

function typeOf(value: Json | undefined): TestType | undefined {
  return testTypes.find((row) => row.code === value)?.code;
}

function isThere(at: (path: string) => Json | undefined, id: string): boolean {
  return at(`tests/${id}/removed`) !== true;
}
