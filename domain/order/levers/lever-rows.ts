import { amperes, capacity_Ah } from '../cell/capacity.ts';
import { changesOfCount } from '../price/cell-counts.ts';
import type { Values } from '../data/check-texts.ts';
import { customerCoated, isCoatedByUs } from '../data/coating-methods.ts';
import { coatingNeed_m } from '../cell/coating-need.ts';
import { duration_h } from '../lab-tests/durations.ts';
import { electrodes } from '../data/electrodes.ts';
import { asCurrent, asCurrents, asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { pathOf } from '../fields/paths.ts';
import type { ValueChange } from '../fields/presets.ts';
import type { RateCard } from '../data/rate-card.ts';
import { buildsCells, runsTests } from '../data/services.ts';
import { cellsOf } from '../fields/test-cells.ts';
import { largestCurrent_A } from '../lab-tests/test-currents.ts';
import { needOf } from '../fields/test-fields.ts';
import { testsOf, type TestItem } from '../data/tests.ts';

/**
 * Levers that may change the price of an order: when each applies, which fields change, and the values of its sentence.
 */

export type LeverCode =
  | 'sendFoil'
  | 'fewerMeters'
  | 'moreCells'
  | 'fewerTestCells'
  | 'noChamber'
  | 'smallerCurrent'
  | 'dropTest';

/** A change of an order that may change its price. */
export interface Proposal {
  changes: ValueChange[];
  /** Values of the sentence `levers.<code>` of navigator.json. */
  values: Values;
  /** Test that it is about; the sentence names it first. */
  item?: TestItem;
}

export interface LeverRow {
  code: LeverCode;
  proposals: (doc: OrderDoc, card: RateCard) => Proposal[];
}

/** Cells of a test that show their spread: fewer are not proposed. */
const enoughTestCells = 3;
/** Share of the ordered cells that a discount may add at most. */
const mostAdded = 0.25;
/** Share of its present value to which a current may be reduced at most. */
const leastCurrent = 0.5;

export const leverRows: readonly LeverRow[] = [
  { code: 'sendFoil', proposals: sendFoil },
  { code: 'fewerMeters', proposals: fewerMeters },
  { code: 'moreCells', proposals: moreCells },
  { code: 'fewerTestCells', proposals: fewerTestCells },
  { code: 'noChamber', proposals: noChamber },
  { code: 'smallerCurrent', proposals: smallerCurrent },
  { code: 'dropTest', proposals: dropTest },
];

function sendFoil(doc: OrderDoc): Proposal[] {
  const changes = oursOf(doc).map((electrode) => ({
    path: pathOf('electrodes', electrode, 'coating_method'),
    value: customerCoated,
  }));
  return changes.length === 0 ? [] : [{ changes, values: [] }];
}

function fewerMeters(doc: OrderDoc): Proposal[] {
  const changes = oursOf(doc).flatMap((electrode): ValueChange[] => {
    const path = pathOf('electrodes', electrode, 'coating_meter_count');
    const need = coatingNeed_m(doc, electrode);
    const given = asNumber(doc[path]);
    return need === undefined || given === undefined || given <= need ? [] : [{ path, value: need }];
  });
  const saved = changes.reduce((sum, { path, value }) => sum + Number(doc[path]) - Number(value), 0);
  return changes.length === 0 ? [] : [{ changes, values: [Number(saved.toPrecision(4))] }];
}

/** Returns the proposal to order as many cells as get the next discount. */
function moreCells(doc: OrderDoc, { quantityDiscount }: RateCard): Proposal[] {
  const cells = buildsCells(doc) ? asNumber(doc['quantity']) : undefined;
  const next = quantityDiscount.findLast(({ from }) => cells !== undefined && from > cells)?.from;
  if (cells === undefined || next === undefined || next > cells * (1 + mostAdded)) return [];
  return [{ changes: changesOfCount(doc, next), values: [next - cells] }];
}

/** Fewer cells in the test that takes longest. */
function fewerTestCells(doc: OrderDoc): Proposal[] {
  const [longest] = channelTests(doc).toSorted((a, b) => b.hours - a.hours);
  if (longest === undefined || (cellsOf(doc, longest.item) ?? 0) <= enoughTestCells) return [];
  const { item } = longest;
  return [{ changes: [change(item, 'cellsPerCondition', enoughTestCells)], values: [enoughTestCells], item }];
}

/** A temperature at which the chamber costs nothing. */
function noChamber(doc: OrderDoc, { chamberDay }: RateCard): Proposal[] {
  const free = chamberDay.find(({ price }) => price === 0);
  if (free === undefined) return [];
  return channelTests(doc).flatMap(({ item }) => {
    const temp = asNumber(doc[pathOf('tests', item.id, 'temp')]);
    if (temp === undefined || (temp >= free.from && temp <= free.to)) return [];
    return [{ changes: [change(item, 'temp', free.from)], values: [free.from, temp], item }];
  });
}

const singleCurrents = ['chargeCurrent', 'dischargeCurrent', 'pulseCurrent', 'socAdjustmentCurrent'];
const listedCurrents = ['rateList', 'pulseCurrentCheckpoints'];

/** Currents of a test no larger than the next smaller class of channels; not where a list of currents exceeds it. */
function smallerCurrent(doc: OrderDoc, { channelDay }: RateCard): Proposal[] {
  return channelTests(doc).flatMap(({ item }) => {
    const largest = largestCurrent_A(doc, item) ?? 0;
    const most = channelDay.findLast(({ upTo_A }) => upTo_A < largest)?.upTo_A ?? 0;
    const at = (key: string) =>
      needOf({ key }, doc, item) === undefined ? undefined : doc[pathOf('tests', item.id, key)];
    const isListed = listedCurrents.some((key) =>
      (asCurrents(at(key)) ?? []).some((each) => (amperes({ ...each }, doc) ?? 0) > most),
    );
    if (isListed || most < largest * leastCurrent) return [];
    const changes = singleCurrents.flatMap((key): ValueChange[] => {
      const current = asCurrent(at(key));
      const basis = current?.unit === 'A' ? 1 : (current?.basisAh ?? capacity_Ah(doc));
      if (current === undefined || basis === undefined || current.value * basis <= most) return [];
      // Rounded down, so that it stays in the class.
      return [change(item, key, { ...current, value: Math.floor((most / basis) * 1000) / 1000 })];
    });
    return changes.length === 0 ? [] : [{ changes, values: [most], item }];
  });
}

function dropTest(doc: OrderDoc): Proposal[] {
  const items = runsTests(doc) ? testsOf(doc) : [];
  return items.map((item) => ({ changes: [change(item, 'removed', true)], values: [], item }));
}

function oursOf(doc: OrderDoc) {
  return buildsCells(doc) ? electrodes.filter((electrode) => isCoatedByUs(doc, electrode)) : [];
}

/** Tests that are charged by the day of a channel, with their hours. */
function channelTests(doc: OrderDoc): { item: TestItem; hours: number }[] {
  const items = runsTests(doc) ? testsOf(doc) : [];
  return items.filter(({ type }) => type !== 'Safety').map((item) => ({ item, hours: duration_h(doc, item) ?? 0 }));
}

function change(item: TestItem, key: string, value: ValueChange['value']): ValueChange {
  return { path: pathOf('tests', item.id, key), value };
}
