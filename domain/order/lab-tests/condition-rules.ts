import { figure } from '../data/check.ts';
import { exampleRateCard } from '../data/rate-card.ts';
import { largestCurrentOf } from './test-currents.ts';
import type { TestRule } from './test-rule.ts';

/** Rules about temperature, soak, cells and currents. */

/** Tests that charge at the temperature of the chamber; storage is checked at 25 °C. */
const cycled = ['RPT', 'Cycle', 'Pulse', 'Rate'] as const;
const electrical = [...cycled, 'Calendar'] as const;

export const conditionRules: readonly TestRule[] = [
  {
    code: 'TEMP_UNSAFE',
    level: 'block',
    key: 'temp',
    of: electrical,
    valuesFor: ({ number }) => ((number('temp') ?? 25) > 80 ? [] : undefined),
  },
  {
    code: 'TEMP_HOT',
    level: 'warn',
    key: 'temp',
    of: cycled,
    valuesFor: ({ number }) => {
      const temp = number('temp') ?? 25;
      return temp > 45 && temp <= 80 ? [temp] : undefined;
    },
  },
  {
    code: 'TEMP_COLD',
    level: 'warn',
    key: 'temp',
    of: cycled,
    valuesFor: ({ number }) => {
      const temp = number('temp') ?? 25;
      return temp < 0 ? [temp] : undefined;
    },
  },
  {
    code: 'FAST_CHARGE_COLD',
    level: 'warn',
    key: 'chargeCurrent',
    of: cycled,
    valuesFor: ({ number, rate }) => {
      const charge = rate('chargeCurrent');
      if (charge === undefined || charge <= 1 || (number('temp') ?? 25) > 10) return undefined;
      return [];
    },
  },
  {
    code: 'SOAK_NONE',
    level: 'warn',
    key: 'chamberWaitingTime',
    valuesFor: ({ number }) => {
      const temp = number('temp') ?? 25;
      if (number('chamberWaitingTime') !== 0 || Math.abs(temp - 25) <= 2) return undefined;
      return [];
    },
  },
  {
    code: 'CURRENT_TOO_LARGE',
    level: 'block',
    key: ({ doc, item }) => largestCurrentOf(doc, item)?.key ?? 'chargeCurrent',
    valuesFor: ({ doc, item }) => {
      const most = exampleRateCard.channelDay.at(-1)?.upTo_A ?? 0;
      const current = largestCurrentOf(doc, item)?.amps;
      if (current === undefined || current <= most) return undefined;
      return [figure(current), most];
    },
  },
  {
    code: 'FEW_CELLS',
    level: 'info',
    key: 'cellsPerCondition',
    valuesFor: ({ number }) => ((number('cellsPerCondition') ?? 3) < 3 ? [] : undefined),
  },
];
