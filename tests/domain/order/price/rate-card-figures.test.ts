import { expect, test } from 'vitest';
import { exampleRateCard, type RateCard, wholeRateCard } from '#domain/order/data/rate-card.ts';
import {
  differingRates,
  rateFiguresOf,
  problemsWithFigures,
  withFigure,
} from '#domain/order/price/rate-card-figures.ts';

const problems = (change: Partial<RateCard>) =>
  problemsWithFigures({ ...exampleRateCard, ...change }).map(({ path, code }) => `${path} ${code}`);

test('every price of the card can be edited, and no limit of the laboratory', () => {
  const paths = rateFiguresOf(exampleRateCard).map(({ path }) => path);
  expect(paths).toContain('assemblyPerCell/21700');
  expect(paths).toContain('channelDay/2/price');
  expect(paths).toContain('formation/large');
  expect(paths).toContain('safetyCapacityFactor/1/factor');
  expect(paths.filter((path) => /from|to$|upTo/.test(path))).toEqual([]);
  expect(new Set(paths.map((path) => path.split('/')[0]))).toEqual(
    new Set(Object.keys(exampleRateCard).filter((key) => key !== 'version' && key !== 'currency')),
  );
});

test('figures have one order, whatever the order of a stored card', () => {
  const stored = Object.fromEntries(Object.entries(exampleRateCard.safetyPerCell).toReversed());
  const figures = rateFiguresOf({ ...exampleRateCard, safetyPerCell: stored });
  expect(figures).toEqual(rateFiguresOf(exampleRateCard));
});

test('the example card has no problem', () => {
  expect(problems({})).toEqual([]);
});

test.each<[Partial<RateCard>, string]>([
  [{ report: -1 }, 'report AMOUNT'],
  [{ report: 1.5 }, 'report AMOUNT'],
  [{ report: 100_000_001 }, 'report AMOUNT'],
  [
    { quantityDiscount: exampleRateCard.quantityDiscount.with(1, { from: 100, share: 0 }) },
    'quantityDiscount/1/share SHARE',
  ],
  [
    { quantityDiscount: exampleRateCard.quantityDiscount.with(0, { from: 500, share: 0.9 }) },
    'quantityDiscount/0/share DISCOUNT',
  ],
  [
    { safetyCapacityFactor: exampleRateCard.safetyCapacityFactor.with(0, { upTo_Ah: 5, factor: 0.5 }) },
    'safetyCapacityFactor/0/factor FACTOR',
  ],
  [{ assemblyPerCell: { ...exampleRateCard.assemblyPerCell, '99999': 1 } }, 'assemblyPerCell/99999 SHAPE'],
  [{ channelDay: exampleRateCard.channelDay.slice(1) }, 'channelDay/4/price SHAPE'],
  [{ channelDay: exampleRateCard.channelDay.with(0, { upTo_A: 2, price: 3_00 }) }, 'channelDay/0/upTo_A SHAPE'],
  [{ currency: 'USD' }, 'currency SHAPE'],
])('%j is refused as %s', (change, problem) => {
  expect(problems(change)).toContain(problem);
});

test('one figure is changed at any depth, and the card it came from stays as it was', () => {
  const before = structuredClone(exampleRateCard);
  for (const { path, value } of rateFiguresOf(exampleRateCard)) {
    const changed = withFigure(exampleRateCard, path, value + 1);
    expect(differingRates(exampleRateCard, changed)).toMatchObject([{ path, before: value, after: value + 1 }]);
  }
  expect(exampleRateCard).toEqual(before);
});

test('a figure that a card does not have is not added, and differs from one that has it', () => {
  expect(withFigure(exampleRateCard, 'assemblyPerCell/99999', 1)).toEqual(exampleRateCard);
  const more = { ...exampleRateCard, assemblyPerCell: { ...exampleRateCard.assemblyPerCell, '99999': 1 } };
  expect(differingRates(exampleRateCard, more)).toEqual([
    { path: 'assemblyPerCell/99999', kind: 'amount', before: undefined, after: 1 },
  ]);
});

test('a card that was edited before a format was added has the example price of that format, and keeps its own', () => {
  const { '32140': added, ...before } = exampleRateCard.assemblyPerCell;
  const edited = { ...exampleRateCard, assemblyPerCell: { ...before, '18650': 99_00 } };
  expect(wholeRateCard(edited).assemblyPerCell).toEqual({ ...before, '32140': added, '18650': 99_00 });
});
