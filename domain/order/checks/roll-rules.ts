import { rule, type CellRule } from './cell-rule.ts';
import { figure } from '../data/check.ts';
import { electrodes } from '../data/electrodes.ts';
import { flatRollOf } from '../cell/flat-roll.ts';
import { buildOf, formatOf } from '../data/formats.ts';
import { anodeCoating_mm, isWound } from '../cell/geometry.ts';
import type { OrderDoc } from '../data/order.ts';
import { electrodeThickness_mm, rollOf, woundArea_mm2 } from '../cell/roll.ts';

/** Rules about a wound cell: shaft, roll and the ends of the roll. */

const cathodeLength = 'electrodes/cathode/electrodeHorizontalLength_mm';
const anodeLength = 'electrodes/anode/electrodeHorizontalLength_mm';
const anodeHeight = 'electrodes/anode/electrodeVerticalLength_mm';
const shaft = 'windingShaftDiameter_mm';

/** Share of the can's width below which a roll can move. Our choice. */
const rattles = 0.9;

/** Anode coating above which much of it faces no cathode: this part more than is needed, and some mm. Our choice. */
const longestAnode = 1.2;
const spareAnode_mm = 20;

/** Outer height of the cell minus the anode height, in mm; NaN where it is unknown. */
function headroom_mm(doc: OrderDoc, height: number): number {
  const format = formatOf(doc);
  return format?.wound === true && format.outer !== null ? format.outer.height_mm - height : Number.NaN;
}

export const rollRules: readonly CellRule[] = [
  rule('SHAFT_TOO_WIDE', 'block', shaft, ({ doc, at }) => {
    const inner = formatOf(doc)?.innerDiameter_mm ?? Number.NaN;
    return at(shaft) >= inner / 3 && [figure(inner / 3)];
  }),
  rule('SHAFT_THIN', 'warn', shaft, ({ doc, at }) => isWound(doc) && at(shaft) < 1.5 && []),
  rule('SHAFT_TIGHT', 'warn', shaft, ({ doc, at }) => {
    const thickest = Math.max(...electrodes.map((each) => electrodeThickness_mm(doc, each) ?? 0));
    return isWound(doc) && at(shaft) < 10 * thickest && [figure(thickest)];
  }),
  rule('ROLL_TOO_WIDE', 'block', cathodeLength, ({ doc }) => {
    const roll = rollOf(doc);
    const widest = roll?.widest_mm ?? undefined;
    if (roll === undefined || widest === undefined || roll.diameter_mm <= widest) return undefined;
    return [roll.diameter_mm.toFixed(2), widest.toFixed(2)];
  }),
  rule('ROLL_LOOSE', 'info', cathodeLength, ({ doc }) => {
    const fill = rollOf(doc)?.fill ?? Number.NaN;
    return fill < 0.94 && fill >= rattles && [figure(fill * 100)];
  }),
  rule('ROLL_RATTLES', 'warn', cathodeLength, ({ doc }) => {
    const fill = rollOf(doc)?.fill ?? Number.NaN;
    return fill < rattles && [figure(fill * 100)];
  }),
  rule('FLAT_ROLL_TOO_THICK', 'block', cathodeLength, ({ doc }) => {
    const roll = flatRollOf(doc);
    const widest = roll?.widest_mm ?? Number.NaN;
    return roll !== undefined && roll.thickness_mm > widest && [figure(roll.thickness_mm), figure(widest)];
  }),
  rule('ROLL_FULL', 'info', cathodeLength, ({ doc }) => {
    const roll = rollOf(doc);
    const fill = roll?.fill ?? Number.NaN;
    const fits = roll !== undefined && roll.widest_mm !== null && roll.diameter_mm <= roll.widest_mm;
    return fits && fill > 0.98 && [figure(fill * 100)];
  }),
  rule('ANODE_LEAD', 'block', anodeLength, ({ doc }) => {
    const coating = anodeCoating_mm(doc);
    return coating !== undefined && coating.is < coating.needed && [figure(coating.needed), figure(coating.is)];
  }),
  rule('TOO_TALL', 'block', anodeHeight, ({ doc, at }) => headroom_mm(doc, at(anodeHeight)) < 2 && []),
  rule('HEADROOM', 'warn', anodeHeight, ({ doc, at }) => {
    const left = headroom_mm(doc, at(anodeHeight));
    return left >= 2 && left < 5 && [figure(left)];
  }),
  rule(
    'OUTER_TURNS',
    'block',
    'separatorOuterTurns',
    ({ doc, at }) => isWound(doc) && doc['cellCan'] === 'Ni-plated steel can' && at('separatorOuterTurns') < 1 && [],
  ),
  rule('INSULATOR_BOTTOM', 'warn', 'insulator', ({ doc }) => {
    const bare = ['none', 'top', 'wrap tape'].some((each) => each === doc['insulator']);
    return isWound(doc) && doc['cellCan'] === 'Ni-plated steel can' && bare && [];
  }),
  rule('ANODE_LONG', 'warn', anodeLength, ({ doc }) => {
    const { is, needed } = anodeCoating_mm(doc) ?? { is: 0, needed: 0 };
    return is > needed * longestAnode + spareAnode_mm && [figure(is), figure(needed)];
  }),
  rule('FLAT_ROLL_NEVER', 'block', 'housingWidth_mm', ({ doc, at }) => {
    const isFlat = buildOf(doc) === 'flat' && woundArea_mm2(doc) !== undefined;
    return isFlat && !Number.isNaN(at('housingWidth_mm')) && flatRollOf(doc) === undefined && [];
  }),
];
