import { figure } from '../data/check.ts';
import { openCircuit_V, pulseDrop_V } from '../cell/open-circuit.ts';
import { chemistryOf } from '../data/chemistries.ts';
import type { TestRule, TestView } from './test-rule.ts';

/** Rules about pulses. */

/** The charge pulse as a share of the discharge pulse. */
const chargeShare = 0.75;

/** C rates of the pulses: the levels, or the one pulse current. */
function levelsOf({ rate, rates, has }: TestView): number[] {
  if (has('pulseCurrentCheckpoints')) return rates('pulseCurrentCheckpoints');
  const single = rate('pulseCurrent');
  return single === undefined ? [] : [single];
}

const hasCurrent = ({ has }: TestView): boolean => has('pulseCurrent') || has('pulseCurrentCheckpoints');
const currentKey = ({ has }: TestView): string =>
  has('pulseCurrentCheckpoints') ? 'pulseCurrentCheckpoints' : 'pulseCurrent';

export const pulseRules: readonly TestRule[] = [
  {
    code: 'PULSE_INCOMPLETE',
    level: 'block',
    key: 'socCheckpoints',
    of: ['RPT'],
    valuesFor: (view) => {
      const given = [view.has('socCheckpoints'), hasCurrent(view), view.has('pulseDuration')];
      return new Set(given).size === 1 ? undefined : [];
    },
  },
  {
    code: 'PULSE_HALF',
    level: 'block',
    key: 'pulseDuration',
    of: ['Calendar'],
    valuesFor: (view) => (view.has('pulseDuration') === hasCurrent(view) ? undefined : []),
  },
  {
    code: 'PULSE_TWICE',
    level: 'block',
    key: 'pulseCurrentCheckpoints',
    valuesFor: ({ has }) => (has('pulseCurrent') && has('pulseCurrentCheckpoints') ? [] : undefined),
  },
  {
    code: 'PULSE_UNRECORDED',
    level: 'block',
    key: 'samplingInterval',
    of: ['Pulse'],
    valuesFor: ({ number }) => {
      const pulse = number('pulseDuration');
      const interval = number('samplingInterval');
      if (pulse === undefined || interval === undefined || interval <= pulse / 10 + 1e-9) return undefined;
      return [figure(pulse), figure(pulse / 10)];
    },
  },
  {
    code: 'PULSE_COARSE',
    level: 'info',
    key: 'pulseDuration',
    of: ['RPT', 'Calendar'],
    valuesFor: ({ number }) => {
      const pulse = number('pulseDuration');
      const interval = number('samplingInterval');
      if (pulse === undefined || interval === undefined || interval <= pulse / 10) return undefined;
      return [figure(pulse / 100), interval];
    },
  },
  {
    code: 'PULSE_DRIFT',
    level: 'warn',
    key: 'pulseDuration',
    valuesFor: (view) => {
      const pulse = view.number('pulseDuration');
      const levels = levelsOf(view);
      const drift = pulse === undefined || levels.length === 0 ? 0 : (pulse * Math.max(...levels)) / 36;
      return drift <= 2 ? undefined : [figure(drift)];
    },
  },
  {
    code: 'PULSE_REST_SHORT',
    level: 'warn',
    key: 'restTimeBetweenPulses',
    valuesFor: ({ number }) => {
      const rest = number('restTimeBetweenPulses');
      const pulse = number('pulseDuration');
      return rest === undefined || pulse === undefined || rest >= pulse ? undefined : [];
    },
  },
  {
    code: 'PULSE_UNDER',
    level: 'warn',
    key: currentKey,
    of: ['RPT', 'Pulse'],
    valuesFor: (view) => {
      const lower = view.number('lowerVoltage') ?? chemistryOf(view.doc)?.min_V;
      const soc = Math.min(...view.numbers('socCheckpoints'));
      const levels = levelsOf(view);
      const rest = Number.isFinite(soc) ? openCircuit_V(view.doc, soc) : undefined;
      if (lower === undefined || rest === undefined || levels.length === 0) return undefined;
      const lowest = rest - pulseDrop_V(Math.max(...levels), view.number('temp') ?? 25);
      return lowest >= lower ? undefined : [soc, lowest.toFixed(2), lower];
    },
  },
  {
    code: 'PULSE_OVER',
    level: 'warn',
    key: currentKey,
    of: ['RPT', 'Pulse'],
    valuesFor: (view) => {
      const upper = view.number('upperVoltage') ?? chemistryOf(view.doc)?.max_V;
      const soc = Math.max(...view.numbers('socCheckpoints'));
      const levels = levelsOf(view);
      const rest = Number.isFinite(soc) ? openCircuit_V(view.doc, soc) : undefined;
      if (upper === undefined || rest === undefined || levels.length === 0) return undefined;
      const highest = rest + pulseDrop_V(chargeShare * Math.max(...levels), view.number('temp') ?? 25);
      return highest <= upper ? undefined : [soc, highest.toFixed(2), upper];
    },
  },
  {
    code: 'ADJUST_FAST',
    level: 'warn',
    key: 'socAdjustmentCurrent',
    valuesFor: ({ rate }) => {
      const adjust = rate('socAdjustmentCurrent');
      return adjust === undefined || adjust <= 1 + 1e-9 ? undefined : [figure(adjust)];
    },
  },
];
