import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/order.ts';
import { type Change, changesOfChoice, choicesIn } from '#domain/order/presets.ts';

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
