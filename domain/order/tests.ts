import type { Json } from '../json.ts';
import type { OrderDoc } from './order.ts';

/** The tests an order can ask for; their parameters are in test-fields.ts. */

export type TestType = 'RPT' | 'Cycle';

export interface TestRow {
  code: TestType;
  label: string;
  definition: string;
  /** Standards it resembles; never a claim of conformity. */
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

/** One test of an order: the id of its list item, and its type once chosen. */
export interface TestItem {
  id: string;
  type: TestType;
}

/** The tests an order holds, in the order they were added (ids sort by time). Removed ones and those without a type are left out. */
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

/** Whether a document, given by what it holds at a place, has this item as a test: chosen, and not removed. */
export function isTest(at: (path: string) => Json | undefined, id: string): boolean {
  return typeOf(at(`tests/${id}/type`)) !== undefined && isThere(at, id);
}

function typeOf(value: Json | undefined): TestType | undefined {
  return testTypes.find((row) => row.code === value)?.code;
}

function isThere(at: (path: string) => Json | undefined, id: string): boolean {
  return at(`tests/${id}/removed`) !== true;
}
