import { cellThickness_mm } from '../cell/stack.ts';
import { formatOf } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';
import { figuresOf, holdToCurrent_h, type TestFigures } from './test-figures.ts';
import type { TestStep } from './test-step.ts';
import { safetyTestOf, type SafetyTest, type TestItem } from '../data/tests.ts';

/** The steps of a safety test after its cell is charged: what is done to it, watching it, cleaning up. */

/** Hours to clean up after one cell. */
const cleanUp_h = 4;

/** Hours that a calorimeter waits and searches at each step of temperature; unconfirmed. */
const waitAndSearch_h = 0.8;

/** One step on the bench: what happens, how long it takes, and the figures it is described with. */
export interface AbuseStep {
  code:
    | 'ramp'
    | 'rampSteps'
    | 'hot'
    | 'overcharge'
    | 'atVoltage'
    | 'nail'
    | 'nailStays'
    | 'press'
    | 'pressed'
    | 'observe'
    | 'cleanUp';
  hours: number;
  values: Readonly<Record<string, { value: number; unit: string }>>;
}

type Maker = (figures: TestFigures, mode: unknown, thickness_mm: number | undefined) => AbuseStep[] | undefined;

const makers: Readonly<Record<SafetyTest, Maker>> = {
  'Thermal Abuse': ({ number }, mode) => {
    const target = number('targetTemp');
    const start = number('startTemp');
    const rate = number('rampRate');
    const hold = number('holdTime');
    if (target === undefined || start === undefined || rate === undefined || rate <= 0 || hold === undefined)
      return undefined;
    const rise = Math.max(0, target - start);
    const ramp_h = rise / rate / 60;
    const values = { from: celsius(start), to: celsius(target), rate: { value: rate, unit: 'K/min' } };
    if (mode === 'ramp-hold') {
      return [
        { code: 'ramp', hours: ramp_h, values },
        { code: 'hot', hours: hold / 60, values: { to: celsius(target) } },
      ];
    }
    if (mode !== 'step') return [{ code: 'ramp', hours: ramp_h, values }];
    const height = number('stepSize');
    if (height === undefined || height <= 0) return undefined;
    const hours = ramp_h + Math.ceil(rise / height) * waitAndSearch_h;
    return [{ code: 'rampSteps', hours, values: { ...values, height: { value: height, unit: 'K' } } }];
  },
  Overcharge: ({ number, rate, hours }, mode) => {
    const end = number('endSoc');
    const current = rate('chargeCurrent');
    const target = number('targetVoltage');
    if (end === undefined || current === undefined || target === undefined) return undefined;
    // The preparation leaves the cell at the state of charge of the test, or full.
    const from = Math.min(100, number('targetSoc') ?? 100);
    const voltage = { value: target, unit: 'V' };
    const charge: AbuseStep = {
      code: 'overcharge',
      hours: Math.max(0, end - from) / 100 / current,
      values: { current: { value: current, unit: 'C' }, from: percent(from), to: percent(end), voltage },
    };
    const cutoff = rate('cutoffCurrent');
    const hold =
      mode === 'CV for time'
        ? hours('cutoffTime')
        : mode === 'CV until cutoffCurrent' && cutoff !== undefined
          ? holdToCurrent_h(current, cutoff)
          : undefined;
    return hold === undefined ? [charge] : [charge, { code: 'atVoltage', hours: hold, values: { voltage } }];
  },
  'Nail Penetration': ({ number }, _, thickness_mm) => {
    const minutes = number('nailHold');
    return pushed('nail', 'nailStays', number('depth'), number('speed'), minutes, thickness_mm);
  },
  Crush: ({ number }, _, thickness_mm) => {
    const minutes = number('holdTime');
    return pushed('press', 'pressed', number('maxDeformation'), number('speed'), minutes, thickness_mm);
  },
};

/**
 * A path at constant speed and the hold after it. Without the thickness or the depth, how long the path takes is not
 * known; it is seconds.
 */
function pushed(
  move: 'nail' | 'press',
  stay: 'nailStays' | 'pressed',
  depth_pct: number | undefined,
  speed_mm_s: number | undefined,
  minutes: number | undefined,
  thickness_mm: number | undefined,
): AbuseStep[] | undefined {
  if (speed_mm_s === undefined || speed_mm_s <= 0 || minutes === undefined) return undefined;
  const isKnown = depth_pct !== undefined && thickness_mm !== undefined;
  const path_mm = isKnown ? (depth_pct / 100) * thickness_mm : 0;
  return [
    {
      code: move,
      hours: path_mm / speed_mm_s / 3600,
      values: {
        speed: { value: speed_mm_s, unit: 'mm/s' },
        ...(depth_pct !== undefined && { depth: percent(depth_pct) }),
        ...(isKnown && { path: { value: path_mm, unit: 'mm' } }),
      },
    },
    { code: stay, hours: minutes / 60, values: {} },
  ];
}

const celsius = (value: number) => ({ value, unit: '°C' });
const percent = (value: number) => ({ value, unit: '%' });

/** Thickness through which a nail goes or which a press reduces, in mm: of a round cell, its diameter. */
function pushedThickness_mm(doc: OrderDoc): number | undefined {
  const format = formatOf(doc);
  if (format?.shape === 'cylinder') return format.outer?.diameter_mm;
  return format?.shape === 'coin' ? format.outer?.height_mm : cellThickness_mm(doc);
}

/**
 * Returns what is done to one cell on the bench, in order: the abuse, watching, cleaning up.
 * @returns undefined while the sub-test or one of its parameters is missing
 */
export function benchSteps(doc: OrderDoc, item: TestItem): AbuseStep[] | undefined {
  const kind = safetyTestOf(doc, item.id);
  const figures = figuresOf(doc, item.id);
  const observe = figures.number('observationTime');
  if (kind === undefined || observe === undefined) return undefined;
  const mode = doc[`tests/${item.id}/${kind === 'Overcharge' ? 'cvTerminationMode' : 'mode'}`];
  const abuse = makers[kind](figures, mode, pushedThickness_mm(doc));
  if (abuse === undefined) return undefined;
  return [
    ...abuse,
    { code: 'observe', hours: observe / 60, values: {} },
    { code: 'cleanUp', hours: cleanUp_h, values: {} },
  ];
}

/**
 * Returns the steps of the abuse of one cell as durations.
 * @param interval_s time between two recorded points
 * @returns undefined while the sub-test or one of its parameters is missing
 */
export function abuseSteps(doc: OrderDoc, item: TestItem, interval_s: number): TestStep[] | undefined {
  return benchSteps(doc, item)?.map(({ code, hours }) => ({
    code: code === 'observe' || code === 'cleanUp' ? code : 'abuse',
    times: 1,
    each_h: hours,
    interval_s: code === 'cleanUp' ? Infinity : interval_s,
  }));
}
