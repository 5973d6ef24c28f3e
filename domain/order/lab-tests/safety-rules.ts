import { capacity_Ah } from '../cell/capacity.ts';
import { figure, rateFigure } from '../data/check.ts';
import { cell_g } from '../cell/mass.ts';
import { hasCid } from '../fields/heat-fields.ts';
import { exampleRateCard } from '../data/rate-card.ts';
import type { TestRule } from './test-rule.ts';

/** Rules about safety tests. */

/** Fields that end a crush, besides the multiple of the weight. */
const stops = ['maxForce', 'maxDeformation', 'voltageDropStop'] as const;
const gravity_m_s2 = 9.81;

export const safetyRules: readonly TestRule[] = [
  {
    code: 'SOC_ABOVE_FULL',
    level: 'block',
    key: 'targetSoc',
    of: ['Thermal Abuse', 'Nail Penetration', 'Crush'],
    valuesFor: ({ number }) => ((number('targetSoc') ?? 0) > 100 ? [] : undefined),
  },
  {
    code: 'HAZARD_ABOVE_PASS',
    level: 'warn',
    key: 'predictedHazardLevel',
    valuesFor: ({ number }) => {
      const predicted = number('predictedHazardLevel');
      const pass = number('passHazardLevel');
      return predicted === undefined || pass === undefined || predicted <= pass ? undefined : [predicted, pass];
    },
  },
  {
    code: 'CELL_TOO_LARGE',
    level: 'block',
    key: 'cellsPerCondition',
    of: ['Safety'],
    valuesFor: ({ doc }) => {
      const most = exampleRateCard.safetyCapacityFactor.at(-1)?.upTo_Ah ?? 0;
      const capacity = capacity_Ah(doc);
      return capacity === undefined || capacity <= most ? undefined : [figure(capacity), most];
    },
  },
  {
    code: 'ABORT_COLD',
    level: 'block',
    key: 'abortTemp',
    valuesFor: ({ number }) => {
      const abort = number('abortTemp');
      const start = Math.max(number('temp') ?? 25, number('startTemp') ?? -40);
      return abort === undefined || abort > start ? undefined : [abort, start];
    },
  },
  {
    code: 'ABORT_IN_RAMP',
    level: 'warn',
    key: 'abortTemp',
    of: ['Thermal Abuse'],
    valuesFor: ({ number }) => {
      const abort = number('abortTemp');
      const target = number('targetTemp');
      return abort === undefined || target === undefined || abort > target ? undefined : [abort, target];
    },
  },
  {
    code: 'ABORT_LOW',
    level: 'block',
    key: 'abortVoltage',
    valuesFor: ({ number }) => {
      const abort = number('abortVoltage');
      const upper = number('upperVoltage');
      return abort === undefined || upper === undefined || abort > upper ? undefined : [abort, upper];
    },
  },
  {
    code: 'ABORT_BEFORE_TARGET',
    level: 'warn',
    key: 'abortVoltage',
    of: ['Overcharge'],
    valuesFor: ({ number }) => {
      const abort = number('abortVoltage');
      const target = number('targetVoltage');
      const upper = number('upperVoltage') ?? 0;
      if (abort === undefined || target === undefined || abort >= target || abort <= upper) return undefined;
      return [abort, target];
    },
  },
  {
    code: 'HEAT_NOTHING',
    level: 'block',
    key: 'targetTemp',
    valuesFor: ({ number }) => {
      const target = number('targetTemp');
      const start = number('startTemp');
      return target === undefined || start === undefined || target > start ? undefined : [target, start];
    },
  },
  {
    code: 'OVERCHARGE_LOW',
    level: 'block',
    key: 'targetVoltage',
    valuesFor: ({ number }) => {
      const target = number('targetVoltage');
      const upper = number('upperVoltage');
      return target === undefined || upper === undefined || target > upper ? undefined : [target, upper];
    },
  },
  {
    code: 'OVERCHARGE_HIGH',
    level: 'block',
    key: 'targetVoltage',
    valuesFor: ({ number }) => {
      const target = number('targetVoltage');
      const upper = number('upperVoltage');
      if (target === undefined || upper === undefined || target <= 5 * upper + 1e-9) return undefined;
      return [target, figure(5 * upper)];
    },
  },
  {
    code: 'COMPLIANCE_LOW',
    level: 'block',
    key: 'complianceVoltage',
    valuesFor: ({ number }) => {
      const compliance = number('complianceVoltage');
      const target = number('targetVoltage');
      return compliance === undefined || target === undefined || compliance >= target
        ? undefined
        : [compliance, target];
    },
  },
  {
    code: 'OVERCHARGE_RATE',
    level: 'block',
    key: 'chargeCurrent',
    of: ['Overcharge'],
    valuesFor: ({ rate }) => {
      const current = rate('chargeCurrent');
      if (current === undefined || (current >= 0.1 - 1e-9 && current <= 5 + 1e-9)) return undefined;
      return [rateFigure(current)];
    },
  },
  {
    code: 'OVERCHARGE_ENDS',
    level: 'block',
    key: 'endSoc',
    valuesFor: ({ number }) => {
      const end = number('endSoc');
      const begin = number('targetSoc');
      return end === undefined || begin === undefined || end > begin ? undefined : [end, begin];
    },
  },
  {
    code: 'OVERCHARGE_CID',
    level: 'info',
    key: 'cid',
    of: ['Overcharge'],
    valuesFor: ({ doc, item }) => (doc[`tests/${item.id}/cid`] === true ? [] : undefined),
  },
  {
    code: 'CID_UNKNOWN',
    level: 'info',
    key: 'cid',
    of: ['Overcharge'],
    valuesFor: ({ doc, has }) => (has('cid') || hasCid(doc) === false ? undefined : []),
  },
  {
    code: 'CID_DIFFERS',
    level: 'warn',
    key: 'cid',
    of: ['Overcharge'],
    valuesFor: ({ doc, item }) => {
      const cap = doc['topCap'] ?? null;
      const cid = doc[`tests/${item.id}/cid`];
      if (typeof cap !== 'string' || typeof cid !== 'boolean') return undefined;
      return cid === (cap === 'CID + vent') ? undefined : [cap];
    },
  },
  {
    code: 'CRUSH_ENDLESS',
    level: 'block',
    key: 'maxForce',
    of: ['Crush'],
    valuesFor: ({ has, number }) => (stops.some(has) || (number('maxForceMassFactor') ?? 0) > 0 ? undefined : []),
  },
  {
    code: 'CRUSH_FAST',
    level: 'block',
    key: 'speed',
    of: ['Crush'],
    valuesFor: ({ number }) => {
      const speed = number('speed');
      return speed === undefined || speed <= 20 ? undefined : [speed];
    },
  },
  {
    code: 'MASS_MISSING',
    level: 'block',
    key: 'cellMass_g',
    of: ['Crush'],
    valuesFor: ({ doc, number }) => {
      if ((number('maxForceMassFactor') ?? 0) <= 0) return undefined;
      return (number('cellMass_g') ?? cell_g(doc)) === undefined ? [] : undefined;
    },
  },
  {
    code: 'MASS_FORCE',
    level: 'info',
    key: 'maxForceMassFactor',
    of: ['Crush'],
    valuesFor: ({ doc, number }) => {
      const factor = number('maxForceMassFactor') ?? 0;
      const mass = number('cellMass_g') ?? cell_g(doc);
      if (factor <= 0 || mass === undefined) return undefined;
      return [figure((factor * mass * gravity_m_s2) / 1_000_000), figure(mass)];
    },
  },
];
