import { channelDays, duration_h } from './durations.ts';
import { asNumber } from './field.ts';
import type { OrderDoc, QuoteLine } from './order.ts';
import { line } from './price-line.ts';
import type { rateCard } from './rate-card.ts';
import { runsTests } from './services.ts';
import { largestCurrent_A } from './test-currents.ts';
import { testTypes, testsOf, type TestItem } from './tests.ts';

/** Lines of a price for the tests of an order; amounts in cents. */

type Card = typeof rateCard;

/**
 * Returns the lines of all tests, by type in table order: the set-up of the type, then the tests as they were added. A
 * test whose duration or largest current is unknown has no line yet.
 */
export function testLines(doc: OrderDoc, card: Card): QuoteLine[] {
  if (!runsTests(doc)) return [];
  const tests = testsOf(doc);
  const kinds = testTypes.filter(({ code }) => tests.some((test) => test.type === code));
  return kinds.flatMap(({ code }) => {
    const setup = line(`test/${code}/setup`, ['testSetup', code], 1, card.testSetup);
    const channels = tests.filter((test) => test.type === code).flatMap((test) => channelLines(doc, test, card));
    return [setup].concat(channels);
  });
}

function channelLines(doc: OrderDoc, test: TestItem, card: Card): QuoteLine[] {
  const hours = duration_h(doc, test);
  const cells = asNumber(doc[`tests/${test.id}/cellsPerCondition`]);
  const temp = asNumber(doc[`tests/${test.id}/temp`]);
  const current = largestCurrent_A(doc, test);
  if (hours === undefined || cells === undefined || temp === undefined || current === undefined) return [];
  const days = channelDays(hours);
  const plainClass = card.channelDay.find((row) => current <= row.upTo_A) ?? card.channelDay.at(-1);
  const chamber = card.chamberDay.find((row) => temp >= row.from && temp <= row.to)?.price ?? 0;
  const channel = line(
    `test/${test.id}/channel`,
    ['channel', test.type, cells, days, plainClass?.upTo_A ?? 0],
    cells * days,
    plainClass?.price ?? 0,
  );
  if (chamber === 0) return [channel];
  return [channel, line(`test/${test.id}/chamber`, ['chamber', test.type, temp], cells * days, chamber)];
}

/** Returns the number of cells in all tests of an order, as if no cell ran several tests. */
export function testedCells(doc: OrderDoc): number {
  return testsOf(doc).reduce((sum, test) => sum + (asNumber(doc[`tests/${test.id}/cellsPerCondition`]) ?? 0), 0);
}
