import type { OrderDoc } from './order.ts';
import { figuresOf } from './test-figures.ts';
import type { TestStep } from './test-step.ts';
import { safetyTestOf, type SafetyTest, type TestItem } from './tests.ts';

/** The steps of a safety test after its cell is charged: what is done to it, watching it, cleaning up. */

/** Hours to clean up after one cell. */
const cleanUp_h = 4;

/** Hours that a calorimeter waits and searches at each step of temperature; from memory. */
const waitAndSearch_h = 0.8;

type Figures = ReturnType<typeof figuresOf>;

/** Hours of the abuse itself. Nail and press need seconds; what counts is how long they stay. */
const abuse_h: Readonly<Record<SafetyTest, (figures: Figures, mode: unknown) => number | undefined>> = {
  'Thermal Abuse': ({ number }, mode) => {
    const target = number('targetTemp');
    const start = number('startTemp');
    const rate = number('rampRate');
    const hold = number('holdTime');
    if (target === undefined || start === undefined || rate === undefined || rate <= 0 || hold === undefined)
      return undefined;
    const rise = Math.max(0, target - start);
    const ramp = rise / rate / 60;
    if (mode === 'ramp-hold') return ramp + hold / 60;
    const height = number('stepSize');
    if (mode !== 'step') return ramp;
    return height === undefined || height <= 0 ? undefined : ramp + Math.ceil(rise / height) * waitAndSearch_h;
  },
  Overcharge: ({ number, rate, hours }, mode) => {
    const end = number('endSoc');
    const current = rate('chargeCurrent');
    if (end === undefined || current === undefined) return undefined;
    const hold = mode === 'CV for time' ? (hours('cutoffTime') ?? 0) : 0;
    return Math.max(0, end - 100) / 100 / current + hold;
  },
  'Nail Penetration': ({ number }) => inHours(number('nailHold')),
  Crush: ({ number }) => inHours(number('holdTime')),
};

function inHours(minutes: number | undefined): number | undefined {
  return minutes === undefined ? undefined : minutes / 60;
}

/**
 * Returns the steps of the abuse of one cell.
 * @param interval_s time between two recorded points
 * @returns undefined while the sub-test or one of its parameters is missing
 */
export function abuseSteps(doc: OrderDoc, item: TestItem, interval_s: number): TestStep[] | undefined {
  const kind = safetyTestOf(doc, item.id);
  const figures = figuresOf(doc, item.id);
  const observe = inHours(figures.number('observationTime'));
  if (kind === undefined || observe === undefined) return undefined;
  const mode = doc[`tests/${item.id}/${kind === 'Overcharge' ? 'cvTerminationMode' : 'mode'}`];
  const abuse = abuse_h[kind](figures, mode);
  if (abuse === undefined) return undefined;
  return [
    { code: 'abuse', times: 1, each_h: abuse, interval_s },
    { code: 'observe', times: 1, each_h: observe, interval_s },
    { code: 'cleanUp', times: 1, each_h: cleanUp_h, interval_s: Infinity },
  ];
}
