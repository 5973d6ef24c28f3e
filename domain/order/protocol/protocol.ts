import { capacity_Ah } from '../cell/capacity.ts';
import type { OrderDoc } from '../data/order.ts';
import type { TestItem, TestType } from '../data/tests.ts';
import { cycleSteps, pulseSteps, rateSteps, rptSteps } from './cycling.ts';
import { idealCellOf, type IdealCell } from './ideal-cell.ts';
import { parametersOf, type Parameters } from './parameters.ts';
import { moveSoc } from './pulses.ts';
import { chargeSteps, rest, soak } from './step-makers.ts';
import { singleSteps, type Step } from './steps.ts';
import { storageSteps } from './storage.ts';

/** The step list of a test, or the keys of the parameters without which it has none. */
export type Protocol = { steps: Step[]; missing: readonly [] } | { steps: undefined; missing: readonly string[] };

const makers: Readonly<Record<TestType, (of: Parameters, cell: IdealCell) => Step[]>> = {
  RPT: rptSteps,
  Cycle: cycleSteps,
  Pulse: pulseSteps,
  Rate: rateSteps,
  Calendar: (of, cell) => storageSteps(of, cell.ocv_V),
  /** Only the preparation: what is done to the cell then is no step of a cycler. */
  Safety: (of) => [
    ...soak(of),
    ...chargeSteps(of),
    ...rest(of.number('restTime')),
    ...moveSoc(of, Math.max(0, 100 - of.number('targetSoc'))),
  ],
};

/**
 * Builds the step list of one test of an order.
 * @returns the steps; or no steps and the keys of what is missing, `nominalCapacity_Ah` being the order's capacity
 */
export function protocolOf(doc: OrderDoc, item: TestItem): Protocol {
  const of = parametersOf(doc, item);
  const steps = makers[item.type](of, idealCellOf(doc, item));
  const needsCapacity = singleSteps(steps).some((step) => 'setpoints' in step && 'current' in step.setpoints);
  const missing = [...of.missing];
  // Amperes say how long a step takes only beside the capacity.
  if (needsCapacity && capacity_Ah(doc) === undefined && !missing.includes('nominalCapacity_Ah'))
    missing.push('nominalCapacity_Ah');
  return missing.length > 0 ? { steps: undefined, missing } : { steps, missing: [] };
}
