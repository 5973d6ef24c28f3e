import { assumed } from '../data/assumed.ts';
import {
  activeFractionOf,
  arealCapacityOf,
  balanceOf,
  capacity_Ah,
  coatedCapacity_Ah,
  estimatedCapacity_Ah,
  specificCapacityOf,
} from './capacity.ts';
import { chemistryOf } from '../data/chemistries.ts';
import { coatingNeed_m } from './coating-need.ts';
import { electrodes, type Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { flatRollOf } from './flat-roll.ts';
import { facingArea_cm2, isWound } from './geometry.ts';
import { cell_cm3, cell_g, electrolyte_g } from './mass.ts';
import type { OrderDoc } from '../data/order.ts';
import { assumedOuterTurns, clearance_mm, rollOf, stackThickness_mm, type Roll } from './roll.ts';
import { cellThickness_mm, sheetStack_mm } from './stack.ts';
import { gradeOf } from '../data/typical-sizes.ts';

/** Computed figures of a cell: a row each, with the field it is shown at and what it assumes. */

/** An assumption: the code of the client's text for it, and the figure in that text. */
export interface Assumption {
  code:
    | 'closingTurns'
    | 'clearance'
    | 'active'
    | 'specific'
    | 'usable'
    | 'tab'
    | 'average'
    | 'coating'
    | 'fit'
    | 'separators'
    | 'housing'
    | 'pouch'
    | 'crystal';
  value?: number;
}

interface CellFigure {
  path: string;
  /** Code of the client's texts for its name and its formula. */
  code: string;
  unit: string;
  /** Returns the value; undefined while an input is missing. */
  of: (doc: OrderDoc) => number | undefined;
  assumes?: (doc: OrderDoc) => Assumption[];
  /** false where it is known without a design, for cells that a customer sends. */
  isOfDesign?: false;
}

const cathodeLength = 'electrodes/cathode/electrodeHorizontalLength_mm';
const capacity = 'nominalCapacity_Ah';

function ofRoll(pick: (roll: Roll) => number | null): (doc: OrderDoc) => number | undefined {
  return (doc) => {
    const roll = rollOf(doc);
    return roll === undefined ? undefined : (pick(roll) ?? undefined);
  };
}

/** Assumes a value only while the order does not give it. */
function unlessGiven(doc: OrderDoc, path: string, assumption: Assumption): Assumption[] {
  return asNumber(doc[path]) === undefined ? [assumption] : [];
}

const closing = (doc: OrderDoc) =>
  unlessGiven(doc, 'separatorOuterTurns', { code: 'closingTurns', value: assumedOuterTurns });

/** Energy of one cell in Wh. */
export function energy_Wh(doc: OrderDoc): number | undefined {
  return times(capacity_Ah(doc), chemistryOf(doc)?.nominal_V);
}

function times(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a * b;
}

function per(amount: number | undefined, size: number | undefined): number | undefined {
  return amount === undefined || size === undefined || size <= 0 ? undefined : (amount / size) * 1000;
}

/** Coating density in g/cm³, from thickness and loading. */
export function coatingDensity(doc: OrderDoc, electrode: Electrode): number | undefined {
  const thickness = asNumber(doc[`electrodes/${electrode}/coatingThickness_mm`]);
  const loading = asNumber(doc[`electrodes/${electrode}/massLoading_mg_cm2`]);
  return thickness === undefined || loading === undefined ? undefined : loading / (thickness * 100);
}

/** Porosity of a coating in %, taking all of it for active material: 1 − density ÷ density of the crystal. */
export function porosity(doc: OrderDoc, electrode: Electrode): number | undefined {
  const density = coatingDensity(doc, electrode);
  const crystal = gradeOf(doc, electrode)?.crystal_g_cm3;
  // A coating that is denser than its crystal has a check of its own.
  if (density === undefined || crystal === undefined || density > crystal) return undefined;
  return (1 - density / crystal) * 100;
}

function ofElectrode(electrode: Electrode): CellFigure[] {
  const at = (key: string) => `electrodes/${electrode}/${key}`;
  return [
    {
      path: at('massLoading_mg_cm2'),
      code: 'areal',
      unit: 'mAh/cm²',
      of: (doc) => arealCapacityOf(doc, electrode),
      assumes: (doc) => [
        ...unlessGiven(doc, at('activeFraction'), { code: 'active', value: activeFractionOf(doc, electrode) * 100 }),
        ...unlessGiven(doc, at('specificCapacity_mAh_g'), {
          code: 'specific',
          value: specificCapacityOf(doc, electrode) ?? 0,
        }),
      ],
    },
    {
      path: at('coatingThickness_mm'),
      code: 'density',
      unit: 'g/cm³',
      of: (doc) => coatingDensity(doc, electrode),
    },
    {
      path: at('coatingThickness_mm'),
      code: 'porosity',
      unit: '%',
      of: (doc) => porosity(doc, electrode),
      assumes: (doc) => [{ code: 'crystal', value: gradeOf(doc, electrode)?.crystal_g_cm3 ?? 0 }],
    },
    {
      path: at('coating_meter_count'),
      code: 'coatingNeed',
      unit: 'm',
      of: (doc) => coatingNeed_m(doc, electrode),
      assumes: () => [{ code: 'coating' }],
    },
  ];
}

const massAssumes = (): Assumption[] => [{ code: 'separators' }, { code: 'housing' }];

export const cellFigures: readonly CellFigure[] = [
  { path: 'separatorThickness_mm', code: 'stack', unit: 'mm', of: stackThickness_mm },
  { path: 'separatorInnerTurns', code: 'start', unit: 'mm', of: ofRoll((roll) => roll.start_mm) },
  { path: cathodeLength, code: 'roll', unit: 'mm', of: ofRoll((roll) => roll.diameter_mm), assumes: closing },
  {
    path: cathodeLength,
    code: 'rollMax',
    unit: 'mm',
    of: ofRoll((roll) => roll.widest_mm),
    assumes: () => [{ code: 'clearance', value: clearance_mm }],
  },
  { path: cathodeLength, code: 'longest', unit: 'mm', of: ofRoll((roll) => roll.longest_mm), assumes: closing },
  { path: 'windingShaftDiameter_mm', code: 'turns', unit: 'turns', of: ofRoll((roll) => roll.turns) },
  { path: cathodeLength, code: 'flatRoll', unit: 'mm', of: (doc) => flatRollOf(doc)?.thickness_mm, assumes: closing },
  { path: cathodeLength, code: 'flatRollMax', unit: 'mm', of: (doc) => flatRollOf(doc)?.widest_mm ?? undefined },
  { path: 'layers', code: 'sheets', unit: 'mm', of: sheetStack_mm },
  { path: 'layers', code: 'thickness', unit: 'mm', of: cellThickness_mm, assumes: () => [{ code: 'pouch' }] },
  ...electrodes.flatMap(ofElectrode),
  { path: 'electrodes/anode/massLoading_mg_cm2', code: 'balance', unit: '', of: balanceOf },
  {
    path: cathodeLength,
    code: 'area',
    unit: 'cm²',
    of: facingArea_cm2,
    assumes: (doc) =>
      !isWound(doc)
        ? []
        : unlessGiven(doc, 'electrodes/cathode/uncoatedAreaHorizontalLength_mm', {
            code: 'tab',
            value: assumed.tabGap_mm,
          }),
  },
  { path: capacity, code: 'coated', unit: 'Ah', of: coatedCapacity_Ah },
  {
    path: capacity,
    code: 'capacity',
    unit: 'Ah',
    of: estimatedCapacity_Ah,
    assumes: () => [{ code: 'usable', value: assumed.utilization * 100 }],
  },
  {
    path: capacity,
    code: 'energy',
    unit: 'Wh',
    isOfDesign: false,
    of: energy_Wh,
    assumes: (doc) => [{ code: 'average', value: chemistryOf(doc)?.nominal_V ?? 0 }],
  },
  { path: 'electrolyteAmount_g_Ah', code: 'electrolyte', unit: 'g', of: electrolyte_g },
  { path: capacity, code: 'mass', unit: 'g', of: cell_g, assumes: massAssumes },
  {
    path: capacity,
    code: 'specificEnergy',
    unit: 'Wh/kg',
    of: (doc) => per(energy_Wh(doc), cell_g(doc)),
    assumes: massAssumes,
  },
  { path: capacity, code: 'energyDensity', unit: 'Wh/L', of: (doc) => per(energy_Wh(doc), cell_cm3(doc)) },
];
