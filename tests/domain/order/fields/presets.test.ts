import { expect, test } from 'vitest';
import { coatingNeed_m } from '#domain/order/cell/coating-need.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice, changesOfTypedValue, changesOfTypical } from '#domain/order/fields/presets.ts';

test('a choice that is taken back clears its field and nothing else', () => {
  const doc: OrderDoc = { service: 'prototyping', format: '21700', quantity: 20 };
  expect(changesOfChoice(doc, 'format', null)).toEqual([{ path: 'format', value: null }]);
});

test('the proposed meters of coating follow a typed number of cells, until someone has typed their own', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  for (const change of changesOfChoice(doc, 'format', 'pouch multi-layer')) doc[change.path] = change.value;
  for (const change of changesOfTypical(doc)) doc[change.path] = change.value;
  const meters = 'electrodes/cathode/coating_meter_count';
  const follow = (order: OrderDoc) =>
    changesOfTypedValue(order, 'quantity', 100).find(({ path }) => path === meters)?.value;
  expect(follow(doc)).toBe(coatingNeed_m({ ...doc, quantity: 100 }, 'cathode'));
  expect(follow(doc)).toBeGreaterThan(Number(doc[meters]));
  expect(follow({ ...doc, [meters]: 70.5 })).toBeUndefined();
  expect(changesOfTypedValue(doc, meters, 60).filter(({ path }) => path === meters)).toEqual([]);
});
