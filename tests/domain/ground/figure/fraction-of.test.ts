import { expect, test } from 'vitest';
import { quantityText } from '#domain/quantities/quantity-texts.ts';
import { fractionOf } from '#domain/ground/figure/fraction-of.ts';
import { rateFigure } from '#domain/order/data/check.ts';
import { asTyped } from '#domain/order/cell/value-text.ts';

const rate = { dimension: 'rate', unit: 'C' } as const;

test.each([
  [1 / 3, 'C/3', '1/3'],
  [0.333333, 'C/3', '1/3'],
  [0.142857, 'C/7', '1/7'],
  [0.666667, '2/3C', '2/3'],
  [0.833333, '5/6C', '5/6'],
  [0.428571, '3/7C', '3/7'],
  [0.5, '0.5C', '0.5'],
  [0.15, '0.15C', '0.15'],
  [1.5, '1.5C', '1.5'],
  [0.667, '0.667C', '0.667'],
  [0.314159, '0.314C', '0.314159'],
])('a rate of %s is written as it was typed: %s in an answer, %s in a field', (value, inAnswer, inField) => {
  expect(quantityText(rate, value, false)).toBe(inAnswer);
  expect(asTyped(value)).toBe(inField);
});

test('a rule says a rate as a fraction, also one that was kept with four digits', () => {
  expect([rateFigure(0.3333), rateFigure(1 / 3), rateFigure(0.05), rateFigure(0.20000004), rateFigure(7)]).toEqual([
    '1/3',
    '1/3',
    '0.05',
    '0.2',
    '7',
  ]);
});

test('what no fraction is near keeps its digits', () => {
  expect([fractionOf(0.3183, 1e-5), fractionOf(2.618034, 1e-5), fractionOf(1, 1e-5)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
