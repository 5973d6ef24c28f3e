import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/order.ts';
import { changesOfChoice, changesOfTypical, withChanges, type Change } from '#domain/order/presets.ts';
import { orderAhead } from '../../../../src/screens/navigator/order-ahead.ts';

const meters = 'electrodes/cathode/coating_meter_count';
const drafted: OrderDoc = { service: 'prototyping', format: '21700', chemistry: 'NMC/Si-graphite', quantity: 12 };

const proposed = (changes: Change[]) => changes.find(({ path }) => path === meters)?.value;

/** An order being edited whose document the test sets. */
function edited(first: OrderDoc) {
  const order = { doc: first };
  return { order, fromNow: orderAhead({ edited: () => order.doc }) };
}

test('"fill empty fields" counts on the number of cells that was typed a moment before', () => {
  const { order, fromNow } = edited(drafted);
  order.doc = { ...drafted, quantity: 24 };
  const filled = proposed(fromNow(changesOfTypical).changes);
  expect(filled).toBe(proposed(changesOfTypical({ ...drafted, quantity: 24 })));
  expect(filled).not.toBe(proposed(changesOfTypical(drafted)));
});

test('a chemistry chosen before the format is shown fills what depends on both', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  const { fromNow } = edited(doc);
  const choose = (path: string, value: string) => fromNow((now) => changesOfChoice(now, path, value)).changes;
  const atOnce = withChanges(withChanges(doc, choose('format', '21700')), choose('chemistry', 'LFP/graphite'));
  const shown = withChanges(doc, changesOfChoice(doc, 'format', '21700'));
  expect(atOnce).toEqual(withChanges(shown, changesOfChoice(shown, 'chemistry', 'LFP/graphite')));
});

test('"fill empty fields" pressed twice fills once', () => {
  const { fromNow } = edited(drafted);
  expect(fromNow(changesOfTypical).changes).not.toEqual([]);
  expect(fromNow(changesOfTypical).changes).toEqual([]);
});
