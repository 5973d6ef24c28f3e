import { cRate } from './capacity.ts';
import { chemistryOf, usualChargeSlope } from './chemistries.ts';
import { asNumber } from './field.ts';
import type { OrderDoc } from './order.ts';
import type { TestItem } from './tests.ts';

/** How long a test occupies a channel. These are planning figures: the fit below is accurate to about 10 %. */

/** An RPT between cycles: 2 h soak and three C/3 cycles with rests of 30 min. */
const checkUp = { soak_h: 2, cycles: 3, charge: 1 / 3, cutoff: 1 / 20, discharge: 1 / 3, rest_h: 0.5 };

/**
 * Hours of a CC-CV charge: (1 − slope·r)/r + 0.18·ln(r/cutoff), fitted to model runs up to 2C (C/3 to C/20: 3.14 h).
 * @param r charge current as C rate
 * @param hold duration of the hold at the upper voltage, in hours
 */
function charge_h(r: number, slope: number, hold: number): number {
  const fitted = Math.min(r, 2);
  return (1 - slope * fitted) / r + hold;
}

function holdToCurrent_h(r: number, cutoff: number): number {
  return 0.18 * Math.log(Math.max(1, r / cutoff));
}

function hold_h(doc: OrderDoc, item: string, r: number): number | undefined {
  const ending = doc[`tests/${item}/cvEndingCondition`];
  if (ending === 'none') return 0;
  const time = asNumber(doc[`tests/${item}/cutoffTime`]);
  const cutoff = cRate(doc[`tests/${item}/cutoffCurrent`], doc);
  const byTime = time === undefined ? undefined : time / 3600;
  const byCurrent = cutoff === undefined || cutoff <= 0 ? undefined : holdToCurrent_h(r, cutoff);
  if (ending === 'time') return byTime;
  if (ending === 'current') return byCurrent;
  if (byTime === undefined || byCurrent === undefined) return undefined;
  return Math.min(byTime, byCurrent);
}

/** Computes the hours one cell of a test occupies a channel. @returns undefined while a parameter is missing */
export function duration_h(doc: OrderDoc, item: TestItem): number | undefined {
  const value = (key: string) => doc[`tests/${item.id}/${key}`];
  const slope = chemistryOf(doc)?.chargeSlope ?? usualChargeSlope;
  const charge = cRate(value('chargeCurrent'), doc);
  const discharge = cRate(value('dischargeCurrent'), doc);
  const cycles = asNumber(value('cycles'));
  const rest = asNumber(value('restTime'));
  const soak = asNumber(value('chamberWaitingTime'));
  if (charge === undefined || discharge === undefined || charge <= 0 || discharge <= 0) return undefined;
  const hold = hold_h(doc, item.id, charge);
  if (cycles === undefined || rest === undefined || soak === undefined || hold === undefined) return undefined;
  const loop = charge_h(charge, slope, hold) + 1 / discharge + (2 * rest) / 3600;
  return soak / 3600 + cycles * loop + checkUps_h(doc, item, cycles, slope) + pulses_h(doc, item, charge, slope, hold);
}

function checkUps_h(doc: OrderDoc, item: TestItem, cycles: number, slope: number): number {
  const every = asNumber(doc[`tests/${item.id}/rptEvery`]);
  if (item.type !== 'Cycle' || every === undefined || every < 1) return 0;
  const { soak_h, cycles: repeats, charge, cutoff, discharge, rest_h } = checkUp;
  const one =
    soak_h + repeats * (charge_h(charge, slope, holdToCurrent_h(charge, cutoff)) + 1 / discharge + 2 * rest_h);
  return Math.floor(cycles / every) * one;
}

/** Planned for missing parameters of a pulse test: C rate between checkpoints, rests and length of a pulse in seconds. */
const pulseDefaults = { adjust: 1 / 3, before_s: 3600, between_s: 40, after_s: 600, pulse_s: 10 };

/** One full charge, then per checkpoint: move the state of charge, rest, two pulses. */
function pulses_h(doc: OrderDoc, item: TestItem, charge: number, slope: number, hold: number): number {
  const value = (key: string) => doc[`tests/${item.id}/${key}`];
  const points = value('socCheckpoints');
  if (item.type !== 'RPT' || !Array.isArray(points) || points.length === 0) return 0;
  const soc = points.filter((point) => typeof point === 'number');
  const adjust = cRate(value('socAdjustmentCurrent'), doc) ?? pulseDefaults.adjust;
  const before = asNumber(value('restTimeBeforePulseTest')) ?? pulseDefaults.before_s;
  const between = asNumber(value('restTimeBetweenPulses')) ?? pulseDefaults.between_s;
  const after = asNumber(value('restTimeAfterPulseTest')) ?? pulseDefaults.after_s;
  const pulse = asNumber(value('pulseDuration')) ?? pulseDefaults.pulse_s;
  const moved = soc.reduce((sum, point, i) => sum + Math.abs((soc[i - 1] ?? 100) - point) / 100, 0);
  const perPoint = (before + 2 * pulse + between) / 3600;
  return charge_h(charge, slope, hold) + moved / Math.max(adjust, 0.01) + soc.length * perPoint + after / 3600;
}

/** Returns the days billed for a channel: rounded up to half days. */
export function channelDays(hours: number): number {
  // A day computed as 24.000000001 h is still one day.
  return Math.max(0.5, Math.ceil(hours / 12 - 1e-9) / 2);
}
