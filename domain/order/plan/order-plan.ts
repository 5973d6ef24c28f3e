import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { buildsCells, runsTests } from '../data/services.ts';
import type { TestItem } from '../data/tests.ts';
import { firstDay, lastDay, type DayKind } from './calendar.ts';
import { stagesOf, type Stage, type Stages, type TestStage } from './stages.ts';

/** Start and end of the steps of an order: an estimate from typical lead times and the durations of its tests. */

export interface PlanStep {
  /** Code of the step, or the id of a test. */
  id: string;
  code: Stage['code'];
  item?: TestItem;
  /** First and last day, if every step takes the middle of its range. Days as in `calendar.ts`. */
  from: number;
  to: number;
  /** Last day if every step takes its least, and its most. */
  earliest: number;
  latest: number;
  /** Days that the step itself takes. */
  least: number;
  most: number;
  counts: DayKind;
}

/** A day that matters: the built cells are ready, the first test has ended, the report is written. */
export interface Milestone {
  code: 'cells' | 'firstData' | 'report';
  day: number;
  earliest: number;
  latest: number;
}

export interface OrderPlan {
  /** Day on which the order is placed. */
  start: number;
  steps: PlanStep[];
  milestones: Milestone[];
  /** Whether all steps are there; not while the duration of a test is unknown, which leaves out what follows. */
  isComplete: boolean;
}

/**
 * Plans an order that is placed on the day `start`. Work begins on the next working day. Tests run side by side, as far
 * as there are cells for them.
 * @returns undefined while no service is chosen
 */
export function orderPlanOf(doc: OrderDoc, start: number): OrderPlan | undefined {
  if (!buildsCells(doc) && !runsTests(doc)) return undefined;
  const stages = stagesOf(doc);
  const cells = asNumber(doc['quantity']) ?? 0;
  const spansAt = (share: number) =>
    spansOf(stages, cells, start, ({ least, most }) => Math.ceil(least + share * (most - least)));
  const [early, middle, late] = [spansAt(0), spansAt(0.5), spansAt(1)];
  const all: (Stage | TestStage)[] = [...stages.before, ...stages.tests, ...(stages.lacksDuration ? [] : stages.after)];
  const steps = all.map((stage): PlanStep => {
    const { id, code, least, most, counts } = stage;
    const { from, to } = spanIn(middle, id);
    return {
      id,
      code,
      ...('item' in stage ? { item: stage.item } : {}),
      from,
      to,
      earliest: spanIn(early, id).to,
      latest: spanIn(late, id).to,
      least,
      most,
      counts,
    };
  });
  return { start, steps, milestones: milestonesOf(steps, stages), isComplete: !stages.lacksDuration };
}

function milestonesOf(steps: readonly PlanStep[], { lacksDuration }: Stages): Milestone[] {
  const ended = (code: Milestone['code'], ends: readonly PlanStep[], pick: (...days: number[]) => number) => ({
    code,
    day: pick(...ends.map(({ to }) => to)),
    earliest: pick(...ends.map(({ earliest }) => earliest)),
    latest: pick(...ends.map(({ latest }) => latest)),
  });
  const of = (code: PlanStep['code']) => steps.filter((step) => step.code === code);
  const all = [
    ended('cells', of('formation'), Math.max),
    // While the duration of a test is unknown, that test may end first.
    ended('firstData', lacksDuration ? [] : of('test'), Math.min),
    ended('report', of('report'), Math.max),
  ];
  return all.filter(({ day }) => Number.isFinite(day));
}

interface Span {
  from: number;
  to: number;
}

type Pick = (stage: Stage) => number;

function spanIn(spans: ReadonlyMap<string, Span>, id: string): Span {
  return spans.get(id) ?? { from: 0, to: 0 };
}

/** Returns the first and the last day of every stage. @param pick chooses the days that a stage takes */
function spansOf(stages: Stages, cells: number, start: number, pick: Pick): Map<string, Span> {
  const spans = new Map<string, Span>();
  const add = (stage: Stage, after: number) => {
    const from = firstDay(after + 1, stage.counts);
    const span = { from, to: lastDay(from, pick(stage), stage.counts) };
    spans.set(stage.id, span);
    return span.to;
  };
  const inTurn = (all: readonly Stage[], after: number) => all.reduce((last, stage) => add(stage, last), after);
  const ready = inTurn(stages.before, start);
  const tested = addTests(stages.tests, cells, ready, add);
  inTurn(stages.after, tested);
  return spans;
}

/**
 * Starts each test, in order, when its cells are free: a test waits while the ones before it use them.
 * @returns the last day of the last test
 */
function addTests(
  tests: readonly TestStage[],
  cells: number,
  ready: number,
  add: (stage: Stage, after: number) => number,
): number {
  let free = cells;
  let after = ready;
  let last = ready;
  let running: { end: number; cells: number }[] = [];
  for (const test of tests) {
    while (free < test.cells && running.length > 0) {
      after = Math.max(after, Math.min(...running.map(({ end }) => end)));
      const ended = running.filter(({ end }) => end <= after);
      running = running.filter((each) => !ended.includes(each));
      free += ended.reduce((sum, each) => sum + each.cells, 0);
    }
    free -= test.cells;
    const end = add(test, after);
    running.push({ end, cells: test.destroys ? 0 : test.cells });
    last = Math.max(last, end);
  }
  return last;
}
