import type { OrderDoc } from '../data/order.ts';
import { abuseSteps } from './abuse-steps.ts';
import { charge_h, figuresOf, holdToCurrent_h, slopeOf, type TestFigures } from './test-figures.ts';
import { needOf } from '../fields/test-fields.ts';
import { checkUp, checkUpSoc, checkUpsOf, pulseDefaults, spectrum } from '../cell/test-planning.ts';
import type { TestStep, StepCode } from './test-step.ts';
import type { TestItem, TestType } from '../data/tests.ts';

/** The steps of each test with their durations. Planning figures: the charge times are good to about 10 %. */

/** Outside pulses, a pulse test records no faster than this, in s. */
const outsidePulses_s = 10;

/** Returns the steps of one cell in a test. @returns undefined while a parameter is missing */
export function stepsOf(doc: OrderDoc, item: TestItem): TestStep[] | undefined {
  const figures = figuresOf(doc, item.id);
  const soak = figures.hours('chamberWaitingTime');
  const charge = figures.charge_h();
  if (soak === undefined || charge === undefined) return undefined;
  const own = programs[item.type](figures, charge, doc, item);
  // Pulses and abuse are recorded faster than the soak before them.
  const soaked = step('soak', 1, soak, Math.max(recorded_s(figures), fast.has(item.type) ? outsidePulses_s : 0));
  return own === undefined ? undefined : [soaked, ...own];
}

const fast: ReadonlySet<TestType> = new Set(['Pulse', 'Safety']);

type Program = (figures: TestFigures, charge: number, doc: OrderDoc, item: TestItem) => TestStep[] | undefined;

const programs: Readonly<Record<TestType, Program>> = {
  RPT: (figures, charge) => {
    const cycles = cyclesOf(figures, charge, figures.number('cycles'));
    if (cycles === undefined) return undefined;
    return [
      ...cycles,
      ...pulseSteps(figures, charge, figures.numbers('socCheckpoints')),
      ...spectrumSteps(figures, charge),
    ];
  },
  Cycle: (figures, charge, doc, item) => {
    const count = figures.number('cycles');
    const cycles = cyclesOf(figures, charge, count);
    const every = figures.number('rptEvery');
    if (cycles === undefined || count === undefined) return undefined;
    const checks = every === undefined ? 0 : checkUpsOf(count, every, doc[`tests/${item.id}/rptFirst`] === true);
    return checks === 0 ? cycles : [...cycles, step('checkUp', checks, checkUp_h(doc), recorded_s(figures))];
  },
  Pulse: (figures, charge) => {
    const points = figures.numbers('socCheckpoints');
    if (points.length === 0) return undefined;
    const spectra = figures.numbers('spectrumCheckpoints').length;
    return [
      ...pulseSteps(figures, charge, points),
      ...(spectra === 0 ? [] : [step('spectra', spectra, spectrum.each_s / 3600, spectrum.interval_s)]),
    ].map(thinned);
  },
  Rate: (figures, charge) => {
    const rates = figures.rates('rateList');
    const reference = figures.rate('dischargeCurrent');
    const rest = figures.hours('restTime');
    if (rates === undefined || reference === undefined || rest === undefined) return undefined;
    const isListed = rates.some((rate) => Math.abs(rate / reference - 1) < 0.01);
    const all = isListed ? rates : [reference, ...rates];
    const recorded = recorded_s(figures);
    return [
      step('charge', all.length, charge, recorded),
      ...all.map((rate) => step('discharge', 1, 1 / rate, recorded)),
      step('rest', 2 * all.length, rest, recorded),
    ];
  },
  Calendar: (figures, charge) => {
    const aging = figures.hours('agingTime');
    const interval = figures.hours('checkInterval');
    const check = cyclesOf(figures, charge, checkUp.cycles);
    const [soc] = figures.numbers('socCheckpoints');
    if (aging === undefined || interval === undefined || check === undefined || soc === undefined) return undefined;
    const periods = storagePeriods(figures);
    const adjust = figures.rate('socAdjustmentCurrent') ?? pulseDefaults.adjust;
    const hasPulses = figures.number('pulseDuration') !== undefined;
    const pulses = hasPulses ? pulseSteps(figures, charge, checkUpSoc) : [];
    const spectra = (figures.numbers('spectrumCheckpoints').length * spectrum.each_s) / 3600;
    const each_h = checkUp.soak_s / 3600 + total_h(check) + total_h(pulses) + spectra;
    const inPulses = pulses.find(({ code }) => code === 'pulses');
    return [
      step('checkUp', periods + 1, each_h - (inPulses === undefined ? 0 : total_h([inPulses])), outsidePulses_s),
      ...(inPulses === undefined ? [] : [{ ...inPulses, times: inPulses.times * (periods + 1) }]),
      step('adjust', periods, charge + Math.abs(100 - soc) / 100 / adjust, outsidePulses_s),
      step('storage', 1, aging, recorded_s(figures)),
    ];
  },
  Safety: (figures, charge, doc, item) => {
    const rest = figures.hours('restTime');
    const soc = figures.number('targetSoc');
    const abuse = abuseSteps(doc, item, recorded_s(figures));
    if (rest === undefined || soc === undefined || abuse === undefined) return undefined;
    const adjust = figures.rate('socAdjustmentCurrent') ?? pulseDefaults.adjust;
    const discharged = soc >= 100 ? 0 : (100 - soc) / 100 / adjust;
    const prepared = [step('charge', 1, charge, outsidePulses_s), step('rest', 1, rest, outsidePulses_s)];
    return [...prepared, ...(discharged > 0 ? [step('adjust', 1, discharged, outsidePulses_s)] : []), ...abuse];
  },
};

/** Charge and discharge, each with its rest, a number of times. */
function cyclesOf(figures: TestFigures, charge: number, count: number | undefined): TestStep[] | undefined {
  const discharge = figures.rate('dischargeCurrent');
  const rest = figures.hours('restTime');
  if (discharge === undefined || rest === undefined || count === undefined) return undefined;
  const recorded = recorded_s(figures);
  return [
    step('charge', count, charge, recorded),
    step('discharge', count, 1 / discharge, recorded),
    step('rest', 2 * count, rest, recorded),
  ];
}

/** One full charge, then per state of charge: move it, rest, a pair of pulses per level, rest. */
function pulseSteps(figures: TestFigures, charge: number, points: readonly number[]): TestStep[] {
  if (points.length === 0) return [];
  const recorded = recorded_s(figures);
  const hours = (key: string, missing_s: number) => figures.hours(key, missing_s) ?? 0;
  const adjust = figures.rate('socAdjustmentCurrent') ?? pulseDefaults.adjust;
  const pulse = hours('pulseDuration', pulseDefaults.pulse_s);
  const between = hours('restTimeBetweenPulses', pulseDefaults.between_s);
  const levels = figures.rates('pulseCurrentCheckpoints')?.length ?? 1;
  return [
    step('charge', 1, charge, recorded),
    step('adjust', 1, movedFrom100(points) / Math.max(adjust, 0.01), recorded),
    step('rest', points.length, hours('restTimeBeforePulseTest', pulseDefaults.before_s), recorded),
    step('pulses', points.length, levels * (2 * pulse + 2 * between) - between, pulseInterval_s(figures)),
    step('rest', points.length, hours('restTimeAfterPulseTest', pulseDefaults.after_s), recorded),
  ];
}

/** Capacity that a full cell moves to pass these states of charge in turn, as a fraction. */
function movedFrom100(points: readonly number[]): number {
  return points.reduce((sum, point, i) => sum + Math.abs((points[i - 1] ?? 100) - point) / 100, 0);
}

/** A hundred points in a pulse, unless the sampling interval gives ten or more. */
function pulseInterval_s(figures: TestFigures): number {
  const pulse = figures.number('pulseDuration') ?? pulseDefaults.pulse_s;
  const interval = recorded_s(figures);
  return interval <= pulse / 10 ? interval : pulse / 100;
}

/** Spectra of an RPT: one charge, then per state of charge a move, a rest of an hour and the spectrum. */
function spectrumSteps(figures: TestFigures, charge: number): TestStep[] {
  const points = figures.numbers('spectrumCheckpoints');
  if (points.length === 0) return [];
  const recorded = recorded_s(figures);
  return [
    step('charge', 1, charge, recorded),
    step('adjust', 1, movedFrom100(points) / (figures.rate('socAdjustmentCurrent') ?? pulseDefaults.adjust), recorded),
    step('rest', points.length, pulseDefaults.before_s / 3600, recorded),
    step('spectra', points.length, spectrum.each_s / 3600, spectrum.interval_s),
  ];
}

function checkUp_h(doc: OrderDoc): number {
  const { soak_s, cycles, charge, cutoff, discharge, rest_s } = checkUp;
  const full = charge_h(charge, slopeOf(doc), holdToCurrent_h(charge, cutoff));
  return soak_s / 3600 + cycles * (full + 1 / discharge + (2 * rest_s) / 3600);
}

/** A pulse test records its pulses at the sampling interval, all else more slowly. */
function thinned(each: TestStep): TestStep {
  return each.code === 'pulses' ? each : { ...each, interval_s: Math.max(each.interval_s, outsidePulses_s) };
}

function recorded_s(figures: TestFigures): number {
  return figures.number('samplingInterval') ?? outsidePulses_s;
}

function step(code: StepCode, times: number, each_h: number, interval_s: number): TestStep {
  return { code, times, each_h, interval_s };
}

/** Returns the sum of the durations in hours. */
export function total_h(steps: readonly TestStep[]): number {
  return steps.reduce((sum, { times, each_h }) => sum + times * each_h, 0);
}

/** Returns how many impedance spectra one cell of a test takes. */
export function spectraOf(doc: OrderDoc, item: TestItem): number {
  const figures = figuresOf(doc, item.id);
  const points =
    needOf({ key: 'spectrumCheckpoints' }, doc, item) === undefined ? [] : figures.numbers('spectrumCheckpoints');
  return item.type === 'Calendar' ? points.length * (storagePeriods(figures) + 1) : points.length;
}

/** The check-ups of a storage test after the one at its start. */
function storagePeriods(figures: TestFigures): number {
  const aging = figures.hours('agingTime') ?? 0;
  return Math.max(1, Math.floor(aging / Math.max(figures.hours('checkInterval') ?? aging, 1)));
}
