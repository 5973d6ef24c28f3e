import { expect, test } from 'vitest';
import { baselineOf, slips } from '../../bench/baseline.ts';

const run = { date: '2026-11-26', commit: 'abc1234', rounds: 3 };
const live = (ours: number, beside: number) => ({ 'live.each.p50': { ours, beside, ratio: ours / beside } });
const before = baselineOf(live(40, 4), run);

test('a row whose ratio has grown by more than 15 % is named, with its ratio before and now', () => {
  expect(slips(before, live(46.4, 4))).toEqual([
    'live.each.p50 has grown by 16 % since abc1234: 10.00x before, 11.60x now.',
  ]);
});

test.each([
  ['has grown by 15 %', 46, 4],
  ['has fallen', 20, 4],
  ['is the same on a machine that is slower', 80, 8],
])('a row passes when its ratio %s', (_how, ours, beside) => {
  expect(slips(before, live(ours, beside))).toEqual([]);
});

test('rows that only one of the runs has are not compared', () => {
  expect(slips(before, { 'drain.1000.took': { ours: 9000, beside: 1, ratio: 9000 } })).toEqual([]);
  expect(slips({ ...run, rows: {} }, live(9000, 1))).toEqual([]);
});

test('a baseline read from its file is compared as the one that was written', () => {
  const read = JSON.parse(JSON.stringify(before)) as typeof before;
  expect(read).toEqual({ ...run, rows: { 'live.each.p50': 10 } });
  expect(slips(read, live(60, 4))).toHaveLength(1);
});

test('a row without a ratio is no part of a baseline', () => {
  expect(baselineOf({ 'idle.memory': { ours: 15, beside: 0, ratio: Number.NaN } }, run).rows).toEqual({});
});
