import { capacity_Ah } from './capacity.ts';
import type { Check } from './check.ts';
import { figure } from './check.ts';
import type { CheckCode, Values } from './check-texts.ts';
import { chemistryOf } from './chemistries.ts';
import { coatingNeed_m } from './derived.ts';
import { asNumber } from './field.ts';
import { formatOf } from './formats.ts';
import type { OrderDoc } from './order.ts';
import { rateCard } from './rate-card.ts';
import { electrodeThickness_mm, rollOf } from './roll.ts';
import { buildsCells } from './services.ts';

/**
 * A rule about the cell design: something wrong, unusual or good to know. `valuesFor` returns the values for
 * its text in check-texts.ts, or undefined when the rule does not apply.
 */
export interface CellRule {
  code: CheckCode;
  level: Check['level'];
  path: string;
  valuesFor: (doc: OrderDoc) => Values | undefined;
}

const cathodeLength = 'electrodes/cathode/electrodeHorizontalLength_mm';
const anodeLength = 'electrodes/anode/electrodeHorizontalLength_mm';
const cathodeHeight = 'electrodes/cathode/electrodeVerticalLength_mm';
const anodeHeight = 'electrodes/anode/electrodeVerticalLength_mm';

const number = (doc: OrderDoc, path: string) => asNumber(doc[path]);

/** Anode height minus cathode height in mm. */
function overhang_mm(doc: OrderDoc): number | undefined {
  const anode = number(doc, anodeHeight);
  const cathode = number(doc, cathodeHeight);
  return anode === undefined || cathode === undefined ? undefined : anode - cathode;
}

/** Outer height of the cell minus the anode height, in mm. */
function headroom_mm(doc: OrderDoc): number | undefined {
  const format = formatOf(doc);
  const anode = number(doc, anodeHeight);
  if (format?.wound !== true || format.outer === null || anode === undefined) return undefined;
  return format.outer.height_mm - anode;
}

/** Coating density in g/cm³, from thickness and loading. */
function coatingDensity(doc: OrderDoc, electrode: 'cathode' | 'anode'): number | undefined {
  const thickness = number(doc, `electrodes/${electrode}/coatingThickness_mm`);
  const loading = number(doc, `electrodes/${electrode}/massLoading_mg_cm2`);
  return thickness === undefined || loading === undefined ? undefined : loading / (thickness * 100);
}

function densityRule(electrode: 'cathode' | 'anode', [low, high]: [number, number]): CellRule {
  return {
    code: 'COATING_DENSITY',
    level: 'warn',
    path: `electrodes/${electrode}/massLoading_mg_cm2`,
    valuesFor: (doc) => {
      const density = coatingDensity(doc, electrode);
      if (density === undefined || (density >= low && density <= high)) return undefined;
      return [figure(density), low, high];
    },
  };
}

function coatingRule(electrode: 'cathode' | 'anode'): CellRule {
  const path = `electrodes/${electrode}/coating_meter_count`;
  return {
    code: 'COATING_SHORT',
    level: 'warn',
    path,
    valuesFor: (doc) => {
      const need = coatingNeed_m(doc, electrode);
      const count = number(doc, path);
      if (need === undefined || count === undefined || count >= need) return undefined;
      return [need, number(doc, 'quantity') ?? 0];
    },
  };
}

/** Energy of one cell in Wh. */
function energy_WhOf(doc: OrderDoc): number | undefined {
  const capacity = capacity_Ah(doc);
  const chemistry = chemistryOf(doc);
  return capacity === undefined || chemistry === undefined ? undefined : capacity * chemistry.nominal_V;
}

/** Rule about the energy of a cell relative to the 20 Wh limit of UN 3480. */
function energyRule(code: CheckCode, holds: (energy_Wh: number) => boolean): CellRule {
  return {
    code,
    level: 'info',
    path: 'nominalCapacity_Ah',
    valuesFor: (doc) => {
      const energy = energy_WhOf(doc);
      return energy === undefined || !holds(energy) ? undefined : [figure(energy)];
    },
  };
}

export const cellRules: readonly CellRule[] = [
  {
    code: 'TOO_FEW_CELLS',
    level: 'block',
    path: 'quantity',
    valuesFor: (doc) => {
      const least = rateCard.minCells[formatOf(doc)?.code ?? ''];
      const cells = number(doc, 'quantity');
      if (!buildsCells(doc) || least === undefined || cells === undefined || cells >= least) return undefined;
      return [least];
    },
  },
  {
    code: 'SHAFT_TOO_WIDE',
    level: 'block',
    path: 'windingShaftDiameter_mm',
    valuesFor: (doc) => {
      const shaft = number(doc, 'windingShaftDiameter_mm');
      const inner = formatOf(doc)?.innerDiameter_mm ?? undefined;
      if (shaft === undefined || inner === undefined || shaft < inner / 3) return undefined;
      return [figure(inner / 3)];
    },
  },
  {
    code: 'SHAFT_THIN',
    level: 'warn',
    path: 'windingShaftDiameter_mm',
    valuesFor: (doc) => {
      const shaft = number(doc, 'windingShaftDiameter_mm');
      if (formatOf(doc)?.wound !== true || shaft === undefined || shaft >= 1.5) return undefined;
      return [];
    },
  },
  {
    code: 'SHAFT_TIGHT',
    level: 'warn',
    path: 'windingShaftDiameter_mm',
    valuesFor: (doc) => {
      const shaft = number(doc, 'windingShaftDiameter_mm');
      const thickest = Math.max(electrodeThickness_mm(doc, 'cathode') ?? 0, electrodeThickness_mm(doc, 'anode') ?? 0);
      if (formatOf(doc)?.wound !== true || shaft === undefined || thickest === 0 || shaft >= 10 * thickest)
        return undefined;
      return [figure(thickest)];
    },
  },
  {
    code: 'ROLL_TOO_WIDE',
    level: 'block',
    path: cathodeLength,
    valuesFor: (doc) => {
      const roll = rollOf(doc);
      const widest = roll?.widest_mm ?? undefined;
      if (roll === undefined || widest === undefined || roll.diameter_mm <= widest) return undefined;
      return [roll.diameter_mm.toFixed(2), widest.toFixed(2)];
    },
  },
  {
    code: 'ROLL_LOOSE',
    level: 'info',
    path: cathodeLength,
    valuesFor: (doc) => {
      const fill = rollOf(doc)?.fill ?? undefined;
      if (fill === undefined || fill >= 0.94) return undefined;
      return [figure(fill * 100)];
    },
  },
  {
    code: 'ANODE_TOO_SHORT',
    level: 'block',
    path: anodeLength,
    valuesFor: (doc) => {
      const anode = number(doc, anodeLength);
      const cathode = number(doc, cathodeLength);
      if (anode === undefined || cathode === undefined || anode > cathode) return undefined;
      return [];
    },
  },
  {
    code: 'ANODE_TOO_LOW',
    level: 'block',
    path: anodeHeight,
    valuesFor: (doc) => {
      const overhang = overhang_mm(doc);
      return overhang === undefined || overhang > 0 ? undefined : [];
    },
  },
  {
    code: 'OVERHANG',
    level: 'warn',
    path: anodeHeight,
    valuesFor: (doc) => {
      const overhang = overhang_mm(doc);
      if (overhang === undefined || overhang <= 0 || (overhang >= 1 && overhang <= 4)) return undefined;
      return [figure(overhang)];
    },
  },
  {
    code: 'TOO_TALL',
    level: 'block',
    path: anodeHeight,
    valuesFor: (doc) => {
      const left = headroom_mm(doc);
      return left === undefined || left >= 2 ? undefined : [];
    },
  },
  {
    code: 'HEADROOM',
    level: 'warn',
    path: anodeHeight,
    valuesFor: (doc) => {
      const left = headroom_mm(doc);
      if (left === undefined || left < 2 || left >= 5) return undefined;
      return [figure(left)];
    },
  },
  densityRule('cathode', [1.2, 4.2]),
  densityRule('anode', [0.8, 2]),
  coatingRule('cathode'),
  coatingRule('anode'),
  {
    code: 'CAPACITY_HIGH',
    level: 'warn',
    path: 'nominalCapacity_Ah',
    valuesFor: (doc) => {
      const capacity = capacity_Ah(doc);
      const most = formatOf(doc)?.capacityMax_Ah ?? undefined;
      if (capacity === undefined || most === undefined || capacity <= most * 1.05) return undefined;
      return [figure(capacity), most];
    },
  },
  energyRule('TRANSPORT_ABOVE', (energy_Wh) => energy_Wh > 20),
  energyRule('TRANSPORT_BELOW', (energy_Wh) => energy_Wh <= 20),
  {
    code: 'TRANSPORT_PROTOTYPES',
    level: 'info',
    path: 'nominalCapacity_Ah',
    valuesFor: (doc) => (buildsCells(doc) && energy_WhOf(doc) !== undefined ? [] : undefined),
  },
];
