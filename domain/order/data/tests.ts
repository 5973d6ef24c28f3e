import type { Json } from '../../ground/json.ts';
import type { OrderDoc } from './order.ts';

/**
 * Types of test that can be ordered, and the sub-tests of the safety test. Which parameters each has is in
 * test-matrix.ts, what a parameter means in test-fields.ts.
 */

export type TestType = 'RPT' | 'Cycle' | 'Pulse' | 'Rate' | 'Calendar' | 'Safety';

export type SafetyTest = 'Thermal Abuse' | 'Overcharge' | 'Nail Penetration' | 'Crush';

export interface TestRow<Code = TestType> {
  code: Code;
  label: string;
  definition: string;
  /** Standards that it resembles, without a claim of conformity. */
  mirrors: string;
}

export const testTypes: readonly TestRow[] = [
  {
    code: 'RPT',
    label: 'Reference Parameter Test (RPT)',
    definition: 'Capacity, energy and resistance of a cell as it is: slow full cycles, pulses if you ask for them.',
    mirrors: 'IEC 62660-1 capacity, ISO 12405-4 standard cycle',
  },
  {
    code: 'Cycle',
    label: 'Cycle Test',
    definition: 'Charge and discharge over and over until a count or a state of health is reached.',
    mirrors: 'IEC 62660-1 cycle life, ISO 12405-4',
  },
  {
    code: 'Pulse',
    label: 'Pulse Power Test (DC-IR)',
    definition: 'Resistance and power at chosen states of charge, from short discharge and charge pulses.',
    mirrors: 'HPPC, ISO 12405-4 power and internal resistance',
  },
  {
    code: 'Rate',
    label: 'Rate Capability Test',
    definition: 'Capacity and energy at rising discharge currents, after the same charge each time.',
    mirrors: 'IEC 62660-1 and ISO 12405-4, energy and capacity at rates',
  },
  {
    code: 'Calendar',
    label: 'Calendric Aging Test',
    definition: 'Storage at one state of charge and temperature, with check-ups: what a cell loses without being used.',
    mirrors: 'IEC 62660-1 storage; USABC calendar life, unconfirmed',
  },
  {
    code: 'Safety',
    label: 'Safety Test',
    definition: 'Thermal abuse, overcharge, nail penetration or crush: what the cell then does. It destroys the cells.',
    mirrors: 'see its sub-tests',
  },
];

export const safetyTests: readonly TestRow<SafetyTest>[] = [
  {
    code: 'Thermal Abuse',
    label: 'Thermal Abuse',
    definition: 'The chamber heats the cell at a fixed rate and holds it hot.',
    mirrors: 'GB 38031-2025 8.1.5; UL 1642 and IEC 62660-2, unconfirmed',
  },
  {
    code: 'Overcharge',
    label: 'Overcharge',
    definition: 'A full cell is charged on, up to a voltage or a state of charge.',
    mirrors: 'GB 38031-2025, IEC 62660-2 6.4.2.2; SAE J2464, unconfirmed',
  },
  {
    code: 'Nail Penetration',
    label: 'Nail Penetration',
    definition: 'A steel nail is driven through the cell and stays in it.',
    mirrors: 'SAE J2464 and GB/T 31485-2015, unconfirmed',
  },
  {
    code: 'Crush',
    label: 'Crush',
    definition: 'A press deforms the cell until it shorts or a limit is reached.',
    mirrors: 'GB 38031-2025 8.1.7, UN 38.3 T.6, UL 1642',
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
  for (const path of Object.keys(doc)) {
    // Most paths belong to no test, and the rules call this many times for each key that a user types.
    if (!path.startsWith('tests/')) continue;
    const [, id, key] = path.split('/');
    if (id === undefined || key !== 'type') continue;
    const test = typeOf(doc[path]);
    if (test !== undefined && isThere((place) => doc[place], id)) items.push({ id, type: test });
  }
  return items.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether an item is a test, with a known type and not removed. @param at returns the document's value at a path */
export function isTest(at: (path: string) => Json | undefined, id: string): boolean {
  return typeOf(at(`tests/${id}/type`)) !== undefined && isThere(at, id);
}

/** Returns the type of a test by its id. @returns undefined for none or an unknown one */
export function typeOfTest(doc: OrderDoc, id: string): TestType | undefined {
  return typeOf(doc[`tests/${id}/type`]);
}

/** Returns the sub-test of a safety test by its id. @returns undefined while none is chosen */
export function safetyTestOf(doc: OrderDoc, id: string): SafetyTest | undefined {
  return safetyTests.find((row) => row.code === doc[`tests/${id}/safetyTest`])?.code;
}

function typeOf(value: Json | undefined): TestType | undefined {
  return testTypes.find((row) => row.code === value)?.code;
}

function isThere(at: (path: string) => Json | undefined, id: string): boolean {
  return at(`tests/${id}/removed`) !== true;
}
