import { expect, test } from 'vitest';
import type { CellChange } from '#domain/order/data/order.ts';
import { knownVersion } from '#domain/order/price/seen-version.ts';

const marked = (sseq: number, by: string): CellChange => ({
  ranges: [[1, 2]],
  state: 'built',
  reason: null,
  by,
  byName: by,
  at: '2026-11-26T03:00:00Z',
  sseq,
});
const order = (sseq: number, cells: CellChange[]) => ({ sseq, cells });

test('what I did myself I know, also before the screen shows it', () => {
  expect(knownVersion(7, order(9, [marked(8, 'ines'), marked(9, 'ines')]), 'ines')).toBe(9);
});

test('what a colleague did in between I do not know', () => {
  expect(knownVersion(7, order(9, [marked(8, 'jun'), marked(9, 'ines')]), 'ines')).toBe(7);
});

test('an event that says nobody is not mine', () => {
  expect(knownVersion(7, order(9, [marked(8, 'ines')]), 'ines')).toBe(7);
});

test('a screen that is as new as the device, or newer, is what I know', () => {
  expect(knownVersion(9, order(9, [marked(9, 'jun')]), 'ines')).toBe(9);
  expect(knownVersion(10, order(9, []), 'ines')).toBe(10);
  expect(knownVersion(3, undefined, 'ines')).toBe(3);
});
