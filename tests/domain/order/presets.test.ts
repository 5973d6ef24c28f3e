import { expect, test } from 'vitest';
import { coatingNeed_m } from '#domain/order/coating-need.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { type Change, changesOfChoice, changesOfTyped, changesOfTypical, choicesIn } from '#domain/order/presets.ts';

const withChanges = (doc: OrderDoc, changes: readonly Change[]): OrderDoc =>
  Object.assign({ ...doc }, ...changes.map(({ path, value }) => ({ [path]: value })));

test('a chemistry chosen before the format is shown fills what depends on both', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  const choose = choicesIn(doc);
  const atOnce = withChanges(withChanges(doc, choose('format', '21700')), choose('chemistry', 'LFP/graphite'));
  const shown = withChanges(doc, changesOfChoice(doc, 'format', '21700'));
  expect(atOnce).toEqual(withChanges(shown, changesOfChoice(shown, 'chemistry', 'LFP/graphite')));
});

test('a choice that is taken back clears its field and nothing else', () => {
  const choose = choicesIn({ service: 'prototyping', format: '21700', quantity: 20 });
  expect(choose('format', null)).toEqual([{ path: 'format', value: null }]);
});

test('the proposed meters of coating follow a typed number of cells, until someone has typed their own', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  for (const change of changesOfChoice(doc, 'format', 'pouch multi-layer')) doc[change.path] = change.value;
  for (const change of changesOfTypical(doc)) doc[change.path] = change.value;
  const meters = 'electrodes/cathode/coating_meter_count';
  const follow = (order: OrderDoc) => changesOfTyped(order, 'quantity', 100).find(({ path }) => path === meters)?.value;
  expect(follow(doc)).toBe(coatingNeed_m({ ...doc, quantity: 100 }, 'cathode'));
  expect(follow(doc)).toBeGreaterThan(Number(doc[meters]));
  expect(follow({ ...doc, [meters]: 70.5 })).toBeUndefined();
  expect(changesOfTyped(doc, meters, 60).filter(({ path }) => path === meters)).toEqual([]);
});
