import type { Quantity } from '../../quantities/quantities.ts';
import type { AskedOrder, AskedTests } from '../data/asked.ts';
import type { Leftover } from './leftover.ts';
import { generalTestWords, ownCellWords, safetyWords, testConnectors, testWords, withTestWords } from './test-words.ts';

/** Values of a text that belong to its tests, with their places. */
export interface TestQuantities {
  cycles: Quantity | undefined;
  temperatures: Quantity[];
}

/** Finds the number of cycles and the temperatures of a text; in "25 and 45 °C", 25 is a temperature, too. */
export function testQuantitiesIn(text: string, quantities: readonly Quantity[]): TestQuantities {
  const cycles = quantities.find(
    ({ dimension, value, start, end }) =>
      dimension === 'cycles' &&
      Number.isInteger(value) &&
      value > 0 &&
      !isInterval(text.slice(0, start), text.slice(end)),
  );
  const temperatures: Quantity[] = [];
  for (const [index, quantity] of [...quantities.entries()].toReversed()) {
    const next = quantities[index + 1];
    const isListed =
      quantity.dimension === 'number' &&
      next !== undefined &&
      next === temperatures[0] &&
      listed.test(text.slice(quantity.end, next.start));
    const isCelsius = quantity.dimension === 'temperature' && !/F$/i.test(quantity.text);
    if (isCelsius || isListed) temperatures.unshift(quantity);
  }
  return { cycles, temperatures };
}

const listed = /^ ?(?:,|&|\/|,? ?(?:and|und)|와|과|및) ?$/i;

/** Whether a number of cycles between these texts is a distance: every 50 cycles. */
function isInterval(before: string, behind: string): boolean {
  return /(?:every|each) $/i.test(before) || /^ ?마다/.test(behind);
}

export interface ReadTests {
  service: AskedOrder['service'];
  tests: AskedTests;
}

/**
 * Reads the tests of a text, after its cell.
 * @param left what the cell has left; the words and values of the tests are taken from it
 */
export function readTests(
  text: string,
  quantities: readonly Quantity[],
  { cycles, temperatures }: TestQuantities,
  left: Leftover,
): ReadTests {
  const hasCycles = quantities.some(({ dimension }) => dimension === 'cycles');
  const starts = [...testWords, ...safetyWords, generalTestWords]
    .map((row) => text.search('spelt' in row ? row.spelt : row))
    .filter((start) => start >= 0);
  if (starts.length === 0 && !hasCycles) return { service: 'prototyping', tests: { tests: [] } };
  const service = serviceOf(text, left.gapBefore(Math.min(...starts, cycles?.start ?? text.length)));
  for (const { start, end } of [...temperatures, ...(cycles === undefined ? [] : [cycles])]) left.take(start, end);
  const types = testWords.filter(({ spelt }) => left.takeAll(spelt)).map(({ type }) => type);
  const safetyTests = safetyWords.filter(({ spelt }) => left.takeAll(spelt)).map(({ type }) => type);
  left.takeAll(generalTestWords);
  const [temperature, ...more] = [...new Set(temperatures.map(({ value }) => value))];
  return {
    service,
    tests: {
      tests: [
        ...(hasCycles && !types.includes('Cycle') ? (['Cycle'] as const) : []),
        ...types,
        ...(safetyTests.length === 0 ? [] : (['Safety'] as const)),
      ],
      ...(safetyTests.length === 0 ? {} : { safetyTests }),
      ...(cycles === undefined ? {} : { cycles: cycles.value }),
      ...(temperature === undefined ? {} : { temperature_C: temperature }),
      ...(more.length === 0 ? {} : { moreTemperatures_C: more }),
    },
  };
}

/**
 * Tells whether the cells of tests are built, too: "20 cells with an RPT" are, those of "an RPT of 20 cells" are sent.
 * @param gap text between the cell and the tests behind it; undefined where no cell is named before them
 */
function serviceOf(text: string, gap: string | undefined): AskedOrder['service'] {
  if (ownCellWords.test(text)) return 'testing';
  const isBuilt = withTestWords.test(text) || (gap !== undefined && testConnectors.test(gap));
  return isBuilt ? 'both' : 'testing';
}
