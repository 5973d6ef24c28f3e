import { expect, test } from 'vitest';
import { rateFiguresOf, withFigure } from '#domain/order/price/rate-card-figures.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { editedCard, editTowards, noEdit, withText } from '../../../../../src/order/staff/rate-card/card-edit.ts';
import { figureGroups, groupOf } from '../../../../../src/order/staff/rate-card/figure-groups.ts';
import { readFigure, textOfFigure } from '../../../../../src/order/staff/rate-card/figure-text.ts';

test.each([
  ['450', 450_00],
  ['450.5', 450_50],
  ['450,50', 450_50],
  ['1,234.50', 1234_50],
  ['1.234,50', 1234_50],
  ['1 234,50 €', 1234_50],
  ["1'234.50", 1234_50],
  ['1,000', 1000_00],
  ['1.000.000', 1_000_000_00],
  ['１２．５０', 12_50],
  ['0.10', 10],
  ['12.500', 12_500_00],
  ['12,5000', 12_50],
  ['-5', -5_00],
  ['EUR 12', 12_00],
])('"%s" is an amount of %i cents', (text, value) => {
  expect(readFigure('amount', text)).toEqual({ value });
});

test.each([
  ['', 'EMPTY'],
  ['€', 'EMPTY'],
  ['about 5', 'NUMBER'],
  ['1,2,3', 'SEPARATORS'],
  ['1.23,456.7', 'SEPARATORS'],
  ['12,34.5', 'SEPARATORS'],
  ['0.125', 'CENTS'],
  ['0,005', 'CENTS'],
])('"%s" is no amount: %s', (text, problem) => {
  expect(readFigure('amount', text)).toEqual({ problem });
});

test('shares are written in percent and factors as they are, with a point or a comma', () => {
  expect(readFigure('share', '95 %')).toEqual({ value: 0.95 });
  expect(readFigure('share', '87,5')).toEqual({ value: 0.875 });
  expect(readFigure('factor', '× 1,4')).toEqual({ value: 1.4 });
  expect(readFigure('factor', 'x1.375')).toEqual({ value: 1.375 });
});

test.each(['en', 'ko', 'de'])('every figure is read as it is written in %s', (language) => {
  for (const { kind, value } of rateFiguresOf(exampleRateCard))
    expect(readFigure(kind, textOfFigure(language, kind, value))).toEqual({ value });
});

test('a figure typed as it is counts as no change; undoing the others leaves the card as it was', () => {
  const edit = withText(withText(noEdit, 'report', '150'), 'testSetup', '1,200');
  const typed = editedCard('en', edit, exampleRateCard);
  expect(typed).toMatchObject({ changes: 1, problems: 0, card: { ...exampleRateCard, testSetup: 1200_00 } });
  expect(editedCard('en', withText(edit, 'testSetup', undefined), exampleRateCard)).toMatchObject({
    changes: 0,
    card: exampleRateCard,
  });
});

test('a problem stands at its figure, and the other figures still apply', () => {
  const edit = {
    ...noEdit,
    texts: {
      report: 'a lot',
      'quantityDiscount/0/share': '90',
      'quantityDiscount/2/share': '120',
      testSetup: '-1',
      spectrum: '5',
    },
  };
  const { rows, card, problems } = editedCard('en', edit, exampleRateCard);
  const found = rows.filter(({ problem }) => problem !== undefined).map(({ path, problem }) => [path, problem]);
  expect(found).toEqual([
    ['quantityDiscount/0/share', 'DISCOUNT'],
    ['quantityDiscount/2/share', 'SHARE'],
    ['testSetup', 'AMOUNT'],
    ['report', 'NUMBER'],
  ]);
  expect(problems).toBe(4);
  expect(card).toMatchObject({ report: exampleRateCard.report, spectrum: 5_00 });
});

test('when another user has saved meanwhile, what I typed stays, their figures apply, and both are shown', () => {
  const theirs = { ...exampleRateCard, report: 175_00, spectrum: 9_00 };
  const { rows, card } = editedCard('en', withText(noEdit, 'report', '160'), theirs, exampleRateCard);
  const row = (path: string) => rows.find((each) => each.path === path);
  expect(row('report')).toMatchObject({ value: 175_00, typed: 160_00, seen: 150_00 });
  expect(row('spectrum')).toMatchObject({ value: 9_00, isChanged: false, seen: 4_00 });
  expect(row('testSetup')).toMatchObject({ seen: undefined });
  expect(card).toMatchObject({ report: 160_00, spectrum: 9_00 });
});

test('starting from an earlier version types its figures where they differ', () => {
  const current = withFigure(exampleRateCard, 'quantityDiscount/1/share', 0.8);
  const edit = editTowards('en', { ...noEdit, texts: { report: '1' }, note: 'Back' }, current, exampleRateCard);
  expect(edit).toEqual({ seen: undefined, texts: { 'quantityDiscount/1/share': '85' }, note: 'Back' });
  expect(editedCard('en', edit, current).card).toEqual(exampleRateCard);
});

test('every figure of the card is in one group and has a unit', () => {
  expect(rateFiguresOf(exampleRateCard).filter(({ path }) => groupOf(path) === undefined)).toEqual([]);
  const heads = figureGroups.flatMap(({ figures }) => Object.keys(figures));
  expect(new Set(heads).size).toBe(heads.length);
  expect(heads.filter((head) => !Object.hasOwn(exampleRateCard, head))).toEqual([]);
});
