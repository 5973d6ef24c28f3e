import { rateFigure } from '../data/check.ts';
import { chemistryOf } from '../data/chemistries.ts';
import { pair, type TestRule } from './test-rule.ts';

/** Rules about the voltage window and the end of charge. */

export const windowRules: readonly TestRule[] = [
  {
    code: 'WINDOW_LOW',
    level: 'block',
    key: 'lowerVoltage',
    valuesFor: ({ doc, number }) => {
      const chemistry = chemistryOf(doc);
      const lower = number('lowerVoltage');
      if (chemistry === undefined || lower === undefined || lower >= chemistry.absMin_V) return undefined;
      return [chemistry.code, chemistry.absMin_V];
    },
  },
  {
    code: 'WINDOW_HIGH',
    level: 'block',
    key: 'upperVoltage',
    valuesFor: ({ doc, number }) => {
      const chemistry = chemistryOf(doc);
      const upper = number('upperVoltage');
      if (chemistry === undefined || upper === undefined || upper <= chemistry.absMax_V) return undefined;
      return [chemistry.code, chemistry.absMax_V];
    },
  },
  {
    code: 'WINDOW_NARROW',
    level: 'block',
    key: 'upperVoltage',
    valuesFor: ({ number }) => {
      const lower = number('lowerVoltage');
      const upper = number('upperVoltage');
      if (lower === undefined || upper === undefined || upper - lower >= 0.2 - 1e-9) return undefined;
      return [];
    },
  },
  {
    code: 'WINDOW_WIDE',
    level: 'warn',
    key: 'upperVoltage',
    valuesFor: ({ doc, number }) => {
      const chemistry = chemistryOf(doc);
      const lower = number('lowerVoltage') ?? chemistry?.min_V ?? 0;
      const upper = number('upperVoltage') ?? chemistry?.max_V ?? 0;
      if (chemistry === undefined || (lower >= chemistry.min_V && upper <= chemistry.max_V)) return undefined;
      return [lower, upper, chemistry.min_V, chemistry.max_V, chemistry.code];
    },
  },
  {
    code: 'CUTOFF_ABOVE_CHARGE',
    level: 'block',
    key: 'cutoffCurrent',
    valuesFor: ({ amps, rate }) => {
      const [cutoff, charge] = pair(amps, rate, 'cutoffCurrent', 'chargeCurrent');
      if (cutoff === undefined || charge === undefined || cutoff < charge) return undefined;
      return [];
    },
  },
  {
    code: 'CUTOFF_EARLY',
    level: 'warn',
    key: 'cutoffCurrent',
    valuesFor: ({ amps, rate }) => {
      const [cutoff, charge] = pair(amps, rate, 'cutoffCurrent', 'chargeCurrent');
      if (cutoff === undefined || charge === undefined || cutoff >= charge || cutoff <= charge / 2) return undefined;
      return [];
    },
  },
  {
    code: 'CUTOFF_UNUSUAL',
    level: 'warn',
    key: 'cutoffCurrent',
    valuesFor: ({ rate }) => {
      const cutoff = rate('cutoffCurrent');
      if (cutoff === undefined || (cutoff >= 0.01 - 1e-9 && cutoff <= 0.2 + 1e-9)) return undefined;
      return [rateFigure(cutoff)];
    },
  },
];
