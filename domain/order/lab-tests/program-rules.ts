import { figure } from '../data/check.ts';
import type { TestRule } from './test-rule.ts';

/** Rules about what a test repeats: cycles, rates, storage. */

const day_s = 86_400;

export const programRules: readonly TestRule[] = [
  {
    code: 'RPT_NEVER',
    level: 'warn',
    key: 'rptEvery',
    valuesFor: ({ number }) => {
      const every = number('rptEvery');
      const cycles = number('cycles');
      return every === undefined || cycles === undefined || every <= cycles ? undefined : [every, cycles];
    },
  },
  {
    code: 'RATES_FEW',
    level: 'warn',
    key: 'rateList',
    of: ['Rate'],
    valuesFor: ({ has, rates }) => (has('rateList') && new Set(rates('rateList')).size === 1 ? [] : undefined),
  },
  {
    code: 'STORAGE_ONE_SOC',
    level: 'block',
    key: 'socCheckpoints',
    of: ['Calendar'],
    valuesFor: ({ numbers }) => (numbers('socCheckpoints').length > 1 ? [] : undefined),
  },
  {
    code: 'STORAGE_HOT',
    level: 'warn',
    key: 'temp',
    of: ['Calendar'],
    valuesFor: ({ number }) => {
      const temp = number('temp') ?? 25;
      return temp > 60 && temp <= 80 ? [temp] : undefined;
    },
  },
  {
    code: 'CHECKS_NEVER',
    level: 'block',
    key: 'checkInterval',
    of: ['Calendar'],
    valuesFor: ({ number }) => {
      const aging = number('agingTime');
      const interval = number('checkInterval');
      if (aging === undefined || interval === undefined || interval <= aging) return undefined;
      return [figure(interval / day_s), figure(aging / day_s)];
    },
  },
];
