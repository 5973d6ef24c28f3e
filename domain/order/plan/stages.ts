import { isCoatedByUs } from '../data/coating-methods.ts';
import { duration_h } from '../lab-tests/durations.ts';
import { electrodes } from '../data/electrodes.ts';
import type { OrderDoc } from '../data/order.ts';
import { buildsCells, runsTests } from '../data/services.ts';
import { suppliesMaterial } from '../fields/supplied-material.ts';
import { cellsOf, testedCells } from '../fields/test-cells.ts';
import { testsOf, type TestItem } from '../data/tests.ts';
import type { DayKind } from './calendar.ts';
import { leadTimes, type TimedStep } from './lead-times.ts';

/** Stages of an order, and the days that each one takes. */

export interface Stage {
  /** Code of the step, or the id of a test. */
  id: string;
  code: Exclude<TimedStep, 'safety'> | 'test';
  least: number;
  most: number;
  counts: DayKind;
}

export interface TestStage extends Stage {
  item: TestItem;
  cells: number;
  /** Whether its cells can be used again. */
  destroys: boolean;
}

/** The stages of an order: one after another, then its tests side by side, then again one after another. */
export interface Stages {
  before: Stage[];
  tests: TestStage[];
  after: Stage[];
  /** Whether a test lacks a parameter on which its duration depends. */
  lacksDuration: boolean;
}

/** Returns what has to happen in an order. */
export function stagesOf(doc: OrderDoc): Stages {
  const builds = buildsCells(doc);
  const coats = electrodes.some((electrode) => isCoatedByUs(doc, electrode));
  const items = runsTests(doc) ? testsOf(doc) : [];
  const tests = items.flatMap((item) => testStage(doc, item));
  return {
    before: steps([
      ['review', true],
      ['material', !builds || suppliesMaterial(doc)],
      ['coating', builds && coats],
      ['assembly', builds],
      ['formation', builds],
    ]),
    // A safety test destroys its cells, so it waits for the tests that may use them before.
    tests: [...tests.filter(({ destroys }) => !destroys), ...tests.filter(({ destroys }) => destroys)],
    after: steps([
      ['report', items.length > 0 && testedCells(doc) > 0],
      ['shipping', builds],
    ]),
    lacksDuration: tests.length < items.length,
  };
}

/** Returns the stages that an order has, of those that it may have. */
function steps(all: readonly (readonly [Stage['code'] & TimedStep, boolean])[]): Stage[] {
  return all.flatMap(([code, is]) => (is ? [timed(code)] : []));
}

function timed(code: Exclude<TimedStep, 'safety'>): Stage {
  const { least, most, counts } = leadTimes[code];
  return { id: code, code, least, most, counts };
}

function testStage(doc: OrderDoc, item: TestItem): TestStage[] {
  const cells = cellsOf(doc, item) ?? 0;
  const test = { id: item.id, code: 'test', item, cells } as const;
  if (item.type === 'Safety') {
    const { least, most, counts } = leadTimes.safety;
    return [{ ...test, least: Math.max(least, cells), most: Math.max(most, cells), counts, destroys: true }];
  }
  const hours = duration_h(doc, item);
  if (hours === undefined) return [];
  // A day computed as 24.000000001 h is still one day.
  const days = Math.max(1, Math.ceil(hours / 24 - 1e-9));
  return [{ ...test, least: days, most: days, counts: 'calendar', destroys: false }];
}
