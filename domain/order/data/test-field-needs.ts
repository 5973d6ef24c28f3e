import type { Field } from './field.ts';
import type { OrderDoc } from './order.ts';
import { runsTests } from './services.ts';
import { safetyTestOf, typeOfTest, type SafetyTest, type TestType } from './tests.ts';

/** Parts that the tables of test parameters share. */

/** A parameter of a test; test-matrix.ts says which tests have it. */
export type TestField = Field;

/** Members of every parameter: its step, and that orders without tests do not have it. */
export const inTests = { step: 'tests', applies: runsTests } as const;

/** Returns a C rate as it is stored. */
export const cOf = (value: number) => ({ value, unit: 'C' as const });

type TestKind = TestType | SafetyTest;

/** Returns the sub-test of a safety test, or the type of another test. */
export function kindOf(doc: OrderDoc, item: string): TestKind | undefined {
  const type = typeOfTest(doc, item);
  return type === 'Safety' ? (safetyTestOf(doc, item) ?? type) : type;
}

/** Picks a value by the sub-test, else by the type of the test, else the last resort. */
export function byTest<T>(
  values: Partial<Record<TestKind, T>>,
  otherwise?: T,
): (doc: OrderDoc, item: string) => T | undefined {
  return (doc, item) => {
    const kind = kindOf(doc, item);
    const type = typeOfTest(doc, item);
    if (kind === undefined || type === undefined) return otherwise;
    if (Object.hasOwn(values, kind)) return values[kind];
    return Object.hasOwn(values, type) ? values[type] : otherwise;
  };
}
