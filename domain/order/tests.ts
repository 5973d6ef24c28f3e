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
    label: 'Reference performance test',
    definition: 'Capacity, energy and resistance of a cell as it is: slow full cycles, pulses if you ask for them.',
    mirrors: 'IEC 62660-1 capacity, ISO 12405-4 standard cycle',
  },
  {
    code: 'Cycle',
    label: 'Cycle aging',
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
    const test = testTypes.find((row) => row.code === value);
    if (test !== undefined && doc[`tests/${id}/removed`] !== true) items.push({ id, type: test.code });
  }
  return items.sort((a, b) => (a.id < b.id ? -1 : 1));
}
