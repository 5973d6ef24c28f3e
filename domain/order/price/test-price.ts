import { capacity_Ah } from '../cell/capacity.ts';
import { channelDays, duration_h } from '../lab-tests/durations.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc, QuoteLine } from '../data/order.ts';
import type { Values } from '../data/check-texts.ts';
import type { LineText } from '../data/line-texts.ts';
import { line } from './price-line.ts';
import type { RateCard } from '../data/rate-card.ts';
import { runsTests } from '../data/services.ts';
import { cellsOf } from '../fields/test-cells.ts';
import { largestCurrent_A } from '../lab-tests/test-currents.ts';
import { spectraOf } from '../lab-tests/test-steps.ts';
import { safetyTestOf, testTypes, testsOf, type TestItem } from '../data/tests.ts';

/** Lines of a price for the tests of an order; amounts in cents. */

/**
 * Returns the lines of all tests, by type in table order: the set-up of the type, then the tests as they were added. A
 * test whose duration or largest current is unknown has no line yet. Safety tests share one campaign instead of a set-up.
 */
export function testLines(doc: OrderDoc, card: RateCard): QuoteLine[] {
  if (!runsTests(doc)) return [];
  const tests = testsOf(doc);
  const kinds = testTypes.filter(({ code }) => tests.some((test) => test.type === code));
  return kinds.flatMap(({ code }) => {
    const own = tests.filter((test) => test.type === code);
    if (code === 'Safety') {
      const campaign = line('test/Safety/campaign', ['campaign'], 1, card.safetyCampaign);
      return [campaign, ...own.flatMap((test) => safetyLines(doc, test, card))];
    }
    const setup = line(`test/${code}/setup`, ['testSetup', code], 1, card.testSetup);
    return [setup, ...own.flatMap((test) => [...channelLines(doc, test, card), ...spectrumLines(doc, test, card)])];
  });
}

/** The fee per cell covers its preparation, the bench and cleaning up; it grows with the capacity. */
function safetyLines(doc: OrderDoc, test: TestItem, card: RateCard): QuoteLine[] {
  const kind = safetyTestOf(doc, test.id);
  const cells = cellsOf(doc, test);
  const capacity = capacity_Ah(doc);
  const fee = kind === undefined ? undefined : card.safetyPerCell[kind];
  if (kind === undefined || fee === undefined || cells === undefined || capacity === undefined) return [];
  const row = card.safetyCapacityFactor.find((each) => capacity <= each.upTo_Ah) ?? card.safetyCapacityFactor.at(-1);
  const number = numberIn(doc, test);
  const most_Ah = row?.upTo_Ah ?? 0;
  const text: LabelText =
    number === undefined
      ? ['safetyCells', kind, most_Ah]
      : ['safetyCellsNumbered', number, kind, temperatureOf(doc, test), most_Ah];
  return [line(`test/${test.id}/cells`, text, cells, fee * (row?.factor ?? 1))];
}

function spectrumLines(doc: OrderDoc, test: TestItem, card: RateCard): QuoteLine[] {
  const cells = cellsOf(doc, test);
  const count = spectraOf(doc, test);
  if (cells === undefined || count === 0) return [];
  const number = numberIn(doc, test);
  const text: LabelText =
    number === undefined
      ? ['spectra', test.type, count]
      : ['spectraNumbered', number, test.type, temperatureOf(doc, test), count];
  return [line(`test/${test.id}/spectra`, text, cells * count, card.spectrum)];
}

function channelLines(doc: OrderDoc, test: TestItem, card: RateCard): QuoteLine[] {
  const hours = duration_h(doc, test);
  const cells = cellsOf(doc, test);
  const temp = asNumber(doc[`tests/${test.id}/temp`]);
  const current = largestCurrent_A(doc, test);
  if (hours === undefined || cells === undefined || temp === undefined || current === undefined) return [];
  const days = channelDays(hours);
  const plainClass = card.channelDay.find((row) => current <= row.upTo_A) ?? card.channelDay.at(-1);
  const chamber = card.chamberDay.find((row) => temp >= row.from && temp <= row.to)?.price ?? 0;
  const number = numberIn(doc, test);
  const used = [cells, days, plainClass?.upTo_A ?? 0];
  const text: LabelText =
    number === undefined ? ['channel', test.type, ...used] : ['channelNumbered', number, test.type, temp, ...used];
  const channel = line(`test/${test.id}/channel`, text, cells * days, plainClass?.price ?? 0);
  if (chamber === 0) return [channel];
  const heated: LabelText =
    number === undefined ? ['chamber', test.type, temp] : ['chamberNumbered', number, test.type, temp];
  return [channel, line(`test/${test.id}/chamber`, heated, cells * days, chamber)];
}

type LabelText = [LineText, ...Values];

/**
 * Number of a test in its order, as the screens show it, where its lines would read like those of another test of its
 * kind. Other lines stay without one: a label is part of a price's hash.
 */
function numberIn(doc: OrderDoc, test: TestItem): number | undefined {
  const tests = testsOf(doc);
  const kind = (each: TestItem) => safetyTestOf(doc, each.id) ?? each.type;
  const isAlone = tests.filter((each) => kind(each) === kind(test)).length < 2;
  return isAlone ? undefined : tests.findIndex(({ id }) => id === test.id) + 1;
}

function temperatureOf(doc: OrderDoc, test: TestItem): number {
  return asNumber(doc[`tests/${test.id}/temp`]) ?? 25;
}
