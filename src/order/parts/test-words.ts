import type { TFunction } from 'i18next';
import { safetyTests, testTypes, type SafetyTest, type TestType } from '#domain/order/data/tests.ts';

/** Returns what a type of test, or a safety sub-test, is for, in one line. */
export function purposeOf(t: TFunction<'navigator'>, code: TestType | SafetyTest): string {
  const row = [...safetyTests, ...testTypes].find((each) => each.code === code);
  return t(`tests.for.${code}`, { defaultValue: row?.definition ?? '' });
}
