import { expect, test } from 'vitest';
import { coinParts, springRoom_mm } from '#domain/order/cell/coin-case.ts';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice } from '#domain/order/fields/presets.ts';
import { coinOf } from '#domain/order/pictures/coin.ts';
import { drawnDocOf } from '#domain/order/pictures/drawn-doc.ts';

const anode = 'electrodes/anode/electrodeHorizontalLength_mm';

/** An order of coin cells with typical values, and some of its own. */
function coinOrder(more: OrderDoc = {}): OrderDoc {
  const doc: OrderDoc = { service: 'prototyping' };
  const changes = changesOfChoice(doc, 'format', '2032 coin');
  return drawnDocOf({ ...doc, ...Object.fromEntries(changes.map(({ path, value }) => [path, value])), ...more }).doc;
}

function isBlocked(doc: OrderDoc, code: string): boolean {
  return checksOf(doc).some((check) => check.code === code);
}

test('the discs of a coin lie on each other from the spacer to the bottom of the case', () => {
  const coin = coinOf(coinOrder());
  const discs = coin?.discs ?? [];
  expect(discs.map(({ code }) => code)).toEqual(['spacer', 'anode', 'separator', 'cathode']);
  const ends = discs.map(({ top_mm, thickness_mm }) => top_mm + thickness_mm);
  for (const [i, disc] of discs.slice(1).entries()) expect(disc.top_mm).toBeCloseTo(ends[i] ?? 0, 9);
  expect(ends.at(-1)).toBeCloseTo(3.2 - coinParts.wall_mm, 9);
  expect(discs[0]?.top_mm).toBeCloseTo(coinParts.wall_mm + (coin?.spring_mm ?? 0), 9);
});

test.each([
  { disc: 15, separator: 16, tooWide: false, small: false },
  { disc: 16, separator: 16, tooWide: false, small: true },
  { disc: 17, separator: 18, tooWide: false, small: false },
  { disc: 17.1, separator: 18, tooWide: true, small: false },
])('a disc of $disc mm below a separator of $separator mm is judged as the checks do', (row) => {
  const doc = coinOrder({ [anode]: row.disc, separatorDiameter_mm: row.separator });
  const coin = coinOf(doc);
  if (coin === undefined) throw new Error('It is not drawn.');
  expect([coin.around_mm < 0, coin.separator_mm <= coin.widest_mm]).toEqual([row.tooWide, row.small]);
  expect([isBlocked(doc, 'COIN_TOO_WIDE'), isBlocked(doc, 'SEPARATOR_SMALL')]).toEqual([row.tooWide, row.small]);
});

test('a coin without the diameter of its separator is not drawn', () => {
  expect(coinOf({ ...coinOrder(), separatorDiameter_mm: null })).toBeUndefined();
});

test('discs that leave no room for the spring are drawn so, and the check warns exactly then', () => {
  const verdicts = [0.04, 0.5, 1, 1.5, 1.8, 1.9, 2, 2.5].map((thickness) => {
    const doc = coinOrder({ 'electrodes/cathode/coatingThickness_mm': thickness });
    expect(coinOf(doc)?.spring_mm).toBeCloseTo(springRoom_mm(doc) ?? Number.NaN, 9);
    return { isDrawn: (coinOf(doc)?.spring_mm ?? 0) < 0, isWarned: isBlocked(doc, 'COIN_TOO_THICK') };
  });
  expect(verdicts.filter(({ isDrawn, isWarned }) => isDrawn !== isWarned)).toEqual([]);
  expect(new Set(verdicts.map(({ isDrawn }) => isDrawn)).size).toBe(2);
});
