import { expect, test } from 'vitest';
import { decidedWith, decisionOf } from '#domain/order/life/conflict-sets.ts';

const conflict = (path: string, mine: number, theirs: number, sseq: number) => ({
  path,
  mine,
  theirs,
  by: 'mara',
  sseq,
});

const conflicts = [
  conflict('tabWidth_mm', 4, 5, 7),
  conflict('quantity', 200, 240, 9),
  conflict('electrodes/cathode/coating_meter_count', 80, 95, 9),
  conflict('electrodes/anode/coating_meter_count', 82, 98, 9),
];

test('who chooses the number of cells chooses the meters that followed from it', () => {
  expect(decidedWith(conflicts, 'quantity').map(({ path }) => path)).toEqual([
    'electrodes/cathode/coating_meter_count',
    'electrodes/anode/coating_meter_count',
  ]);
  expect(decisionOf(conflicts, 'quantity', 'mine')).toEqual([
    { path: 'quantity', value: 200 },
    { path: 'electrodes/cathode/coating_meter_count', value: 80 },
    { path: 'electrodes/anode/coating_meter_count', value: 82 },
  ]);
});

test('a field that followed can be decided alone, and so can what was written by itself', () => {
  expect(decisionOf(conflicts, 'electrodes/anode/coating_meter_count', 'theirs')).toEqual([
    { path: 'electrodes/anode/coating_meter_count', value: 98 },
  ]);
  expect(decisionOf(conflicts, 'tabWidth_mm', 'theirs')).toEqual([{ path: 'tabWidth_mm', value: 5 }]);
});

test('a field without a conflict has nothing to decide', () => {
  expect(decidedWith(conflicts, 'format')).toEqual([]);
  expect(decisionOf(conflicts, 'format', 'mine')).toEqual([]);
});
