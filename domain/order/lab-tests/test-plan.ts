import { rowsOf } from './durations.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import type { RateCard } from '../data/rate-card.ts';
import { largestCurrent_A } from './test-currents.ts';
import { stepsOf, total_h } from './test-steps.ts';
import { safetyTestOf, type SafetyTest, type TestItem, type TestType } from '../data/tests.ts';

/** Needs and results of a test. */

/** Codes of results and plots; the texts stand under `result` and `plot` in navigator.json. */
interface TestOutcome {
  results: readonly string[];
  plots: readonly string[];
}

const abused: TestOutcome = { results: ['hazard', 'peaks', 'massLoss'], plots: ['abuse'] };

/** Outcomes by type, and by sub-test of a safety test. */
const outcomes: Readonly<Record<TestType | SafetyTest, TestOutcome>> = {
  RPT: { results: ['capacity', 'efficiency', 'openCircuit', 'resistance'], plots: ['voltageCharge', 'capacityBars'] },
  Cycle: { results: ['fade', 'coulombic', 'resistance'], plots: ['health', 'coulombicPlot', 'voltageCharge'] },
  Pulse: { results: ['openCircuit', 'resistances', 'power'], plots: ['resistancePlot', 'pulseZoom', 'powerPlot'] },
  Rate: { results: ['rateCapacity', 'meanVoltage', 'warming'], plots: ['voltageCharge', 'ratePlot', 'ragone'] },
  Calendar: { results: ['health', 'selfDischarge', 'resistance'], plots: ['rootTime', 'arrhenius'] },
  Safety: abused,
  'Thermal Abuse': { results: ['onset', ...abused.results], plots: ['abuse', 'selfHeating'] },
  Overcharge: { results: ['ventTime', ...abused.results], plots: abused.plots },
  'Nail Penetration': { results: ['voltageDrop', ...abused.results], plots: abused.plots },
  Crush: { results: ['force', ...abused.results], plots: ['forcePath', 'abuse'] },
};

export interface TestPlan extends TestOutcome {
  /** Time on a channel per cell, in h; of a safety test the preparation. */
  channel_h: number;
  /** Time on the bench per cell, in h; 0 for tests that need none. */
  bench_h: number;
  /** Rows of data per cell. */
  rows: number;
  /** Largest current of the channel class, in A; the largest one where the test asks for more. */
  channel_A: number;
  /** Set point of the chamber in °C. */
  chamber_C: number;
  /** Whether the chamber adds to the price. */
  chamberCosts: boolean;
}

const onBench = new Set(['abuse', 'observe', 'cleanUp']);

/** Computes what one test takes. @returns undefined while a parameter is missing */
export function planOf(doc: OrderDoc, item: TestItem, card: RateCard): TestPlan | undefined {
  const steps = stepsOf(doc, item);
  const rows = rowsOf(doc, item);
  const current = largestCurrent_A(doc, item);
  const temp = asNumber(doc[`tests/${item.id}/temp`]);
  if (steps === undefined || rows === undefined || current === undefined || temp === undefined) return undefined;
  const row = card.channelDay.find((each) => current <= each.upTo_A) ?? card.channelDay.at(-1);
  const chamber = card.chamberDay.find(({ from, to }) => temp >= from && temp <= to);
  return {
    ...outcomes[safetyTestOf(doc, item.id) ?? item.type],
    channel_h: total_h(steps.filter(({ code }) => !onBench.has(code))),
    bench_h: total_h(steps.filter(({ code }) => onBench.has(code))),
    rows,
    channel_A: row?.upTo_A ?? 0,
    chamber_C: temp,
    chamberCosts: (chamber?.price ?? 0) > 0,
  };
}
