import { expect, test } from 'vitest';
import { differenceIn } from '#domain/order/checks/claim-differences.ts';
import { sentencesOf } from '#domain/order/checks/claims.ts';
import type { ClaimKind } from '#domain/order/data/claim.ts';

/** What a title says against an order of cells of 4.588 Ah that are tested at 25 °C. */

const doc = {
  nominalCapacity_Ah: 4.588,
  'tests/t1/type': 'RPT',
  'tests/t1/temp': 25,
};

const saysOtherwise = (kind: ClaimKind, title: string) =>
  differenceIn(
    doc,
    kind,
    sentencesOf(title).flatMap(({ claims }) => claims),
  )?.claim.value;

test.each([
  '21700 4 600 mAh pilot',
  '21700 4\u202f600 mAh',
  '21700 4.600 mAh',
  "21700 4'600 mAh",
  '21700 4,588 Ah',
  '21700 4,6 Ah',
])('the title “%s” names the capacity of the order, so nothing is warned about', (title) => {
  expect(saysOtherwise('capacity', title)).toBeUndefined();
});

test.each([
  ['Module 1,200 Ah', 1200],
  ['5.900 mAh', 5.9],
  ['1 200 mAh', 1.2],
])('the title “%s” says %s Ah, which the order does not in any reading', (title, value) => {
  expect(saysOtherwise('capacity', title)).toBe(value);
});

test.each(['RPT at –25 °C', 'RPT at – 25 °C', 'RPT at −25 °C', 'RPT at －25 ℃', '– 25 °C', '영하 25 ℃ RPT'])(
  'the title “%s” is below zero, and the order is not',
  (title) => {
    expect(saysOtherwise('temperature', title)).toBe(-25);
  },
);

test.each(['RPT – 25 °C', 'RPT-25 °C', '25 ± 2 °C', 'RPT, 77 °F'])('the title “%s” may mean 25 °C', (title) => {
  expect(saysOtherwise('temperature', title)).toBeUndefined();
});
