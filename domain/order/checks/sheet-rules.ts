import { rule, type CellRule } from './cell-rule.ts';
import { figure } from '../data/check.ts';
import type { Values } from '../data/check-texts.ts';
import { springRoom_mm } from '../cell/coin-case.ts';
import { electrodes, type Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { buildOf, formatOf, type Build } from '../data/formats.ts';
import { coatedWidth_mm, isWound } from '../cell/geometry.ts';
import type { OrderDoc } from '../data/order.ts';
import {
  cellThickness_mm,
  fillOfHousing,
  innerThickness_mm,
  pouchSize_mm,
  roomInHousing_mm,
  sheetStack_mm,
} from '../cell/stack.ts';

/** Rules about the sizes of the electrodes relative to each other and to their housing. */

const anodeLength = 'electrodes/anode/electrodeHorizontalLength_mm';
const anodeHeight = 'electrodes/anode/electrodeVerticalLength_mm';
const anodeCoated = 'electrodes/anode/coatedAreaWidth_mm';

/** Anode coating that has to reach beyond the cathode's on each side, in mm. */
const sideOverhang_mm = 0.5;
/** Widest disc that the gasket of a 2032 case leaves room for, in mm. Unconfirmed. */
export const widestDisc_mm = 17;
/** Thinnest pouch and longest proportion that a supplier's guide recommends. */
const thinnest_mm = 3;
const longest = 4;

/** Anode that reaches further than this beyond the cathode, both sides together, is coated in vain. Unconfirmed. */
const widestOverhang_mm = 6;
/** Part of a housing below which its content is far too small for it. Our choice. */
const loosest = 0.5;
const sidePaths = { thickness: 'housingThickness_mm', width: 'housingWidth_mm', height: 'housingHeight_mm' } as const;
/** Part of the foil beside the bare edge below which the coating is unusually narrow. Our choice. */
const narrowest = 0.8;
/** Part of a web's length above which unusually much of it is bare. Our choice. */
const longestBare = 0.25;

const isCoin = (doc: OrderDoc) => formatOf(doc)?.shape === 'coin';

export const sheetRules: readonly CellRule[] = [
  rule(
    'ANODE_TOO_SHORT',
    'block',
    anodeLength,
    ({ of }) => of('anode', 'electrodeHorizontalLength_mm') <= of('cathode', 'electrodeHorizontalLength_mm') && [],
  ),
  rule(
    'ANODE_TOO_LOW',
    'block',
    anodeHeight,
    ({ of }) => of('anode', 'electrodeVerticalLength_mm') <= of('cathode', 'electrodeVerticalLength_mm') && [],
  ),
  rule('OVERHANG', 'warn', anodeHeight, ({ of }) => {
    const overhang = of('anode', 'electrodeVerticalLength_mm') - of('cathode', 'electrodeVerticalLength_mm');
    return overhang > 0 && (overhang < 1 || overhang > 4) && [figure(overhang)];
  }),
  rule('OVERHANG_SIDE', 'block', anodeCoated, ({ doc, of }) => {
    if (isCoin(doc)) return undefined;
    const side = ((coatedWidth_mm(doc, 'anode') ?? Number.NaN) - (coatedWidth_mm(doc, 'cathode') ?? Number.NaN)) / 2;
    const offsets = electrodes.map((each) => of(each, 'ab_offset')).filter((each) => !Number.isNaN(each));
    const left = side - Math.max(0, ...offsets.map(Math.abs));
    return left < sideOverhang_mm && [figure(left)];
  }),
  rule('OVERHANG_WIDE', 'warn', anodeLength, ({ doc, of }) => {
    const over = of('anode', 'electrodeHorizontalLength_mm') - of('cathode', 'electrodeHorizontalLength_mm');
    return !isWound(doc) && over > widestOverhang_mm && [figure(over), widestOverhang_mm];
  }),
  ...(['thickness', 'width', 'height'] as const).map((side) =>
    rule('HOUSING_LOOSE', 'warn', sidePaths[side], ({ doc }) => {
      const fill = fillOfHousing(doc)[side] ?? Number.NaN;
      return fill < loosest && [figure(fill * 100)];
    }),
  ),
  ...electrodes.flatMap(bandRules),
  rule('SEPARATOR_SMALL', 'block', 'separatorDiameter_mm', ({ doc, at, of }) => {
    const widest = Math.max(...electrodes.map((each) => of(each, 'electrodeHorizontalLength_mm')));
    return isCoin(doc) && at('separatorDiameter_mm') <= widest && [figure(widest)];
  }),
  rule('COIN_DISC', 'warn', 'electrodes/cathode/electrodeHorizontalLength_mm', ({ doc, of }) => {
    const disc = of('cathode', 'electrodeHorizontalLength_mm');
    return isCoin(doc) && (disc < 12 || (disc > 16 && disc <= widestDisc_mm)) && [];
  }),
  ...electrodes.map((electrode) =>
    rule('COIN_TOO_WIDE', 'block', `electrodes/${electrode}/electrodeHorizontalLength_mm`, ({ doc, of }) => {
      return isCoin(doc) && of(electrode, 'electrodeHorizontalLength_mm') > widestDisc_mm && [];
    }),
  ),
  rule('COIN_TOO_THICK', 'warn', 'electrodes/cathode/coatingThickness_mm', ({ doc }) => {
    const room = springRoom_mm(doc) ?? 0;
    return room < 0 && [figure(-room)];
  }),
  rule('STACK_TOO_THICK', 'block', 'layers', ({ doc }) => {
    const stack = sheetStack_mm(doc) ?? Number.NaN;
    const room = innerThickness_mm(doc) ?? Number.NaN;
    return stack > room && [figure(stack), figure(room)];
  }),
  rule('SHEET_TOO_LARGE', 'block', anodeLength, ({ doc }) => (roomInHousing_mm(doc) ?? Number.NaN) < 0 && []),
  rule('POUCH_LONG', 'warn', 'housingHeight_mm', ({ doc }) => proportionOf(doc, true)),
  rule('POUCH_THIN', 'warn', 'layers', ({ doc }) => thinPouch(doc, 'stack')),
  rule('POUCH_THIN', 'warn', 'housingThickness_mm', ({ doc }) => thinPouch(doc, 'flat')),
  rule('POUCH_LONG', 'warn', anodeHeight, ({ doc }) => proportionOf(doc, false)),
];

function thinPouch(doc: OrderDoc, build: Build): Values | undefined {
  const isPouch = formatOf(doc)?.shape === 'pouch' && buildOf(doc) === build;
  const thickness = (isPouch ? cellThickness_mm(doc) : undefined) ?? Number.NaN;
  return thickness < thinnest_mm ? [figure(thickness)] : undefined;
}

/** Compares the proportion of a pouch, where its size is given or follows from the sheets, with the longest usual. */
function proportionOf(doc: OrderDoc, isGiven: boolean): Values | undefined {
  const size = pouchSize_mm(doc);
  if (size === undefined || (asNumber(doc['housingHeight_mm']) !== undefined) !== isGiven) return undefined;
  const proportion = Math.max(...size) / Math.min(...size);
  return proportion > longest ? [figure(proportion)] : undefined;
}

function bandRules(electrode: Electrode): CellRule[] {
  const width = `electrodes/${electrode}/coatedAreaWidth_mm`;
  const bareLength = `electrodes/${electrode}/uncoatedAreaHorizontalLength_mm`;
  return [
    rule('COATED_TOO_WIDE', 'block', width, ({ doc, at, of }) => {
      const edge = of(electrode, 'uncoatedAreaVerticalLength_mm');
      const room = of(electrode, 'electrodeVerticalLength_mm') - (Number.isNaN(edge) ? 0 : edge);
      return !isCoin(doc) && at(width) > room + 1e-9 && [figure(at(width)), figure(room)];
    }),
    rule('COATED_NARROW', 'warn', width, ({ doc, at, of }) => {
      const edge = of(electrode, 'uncoatedAreaVerticalLength_mm');
      const room = of(electrode, 'electrodeVerticalLength_mm') - (Number.isNaN(edge) ? 0 : edge);
      return !isCoin(doc) && at(width) < room * narrowest && [figure(at(width)), figure(room)];
    }),
    rule('BARE_LONG', 'warn', bareLength, ({ at, of }) => {
      const length = of(electrode, 'electrodeHorizontalLength_mm');
      const share = at(bareLength) / length;
      return share > longestBare && share < 1 && [figure(share * 100)];
    }),
    rule(
      'BARE_TOO_LONG',
      'block',
      bareLength,
      ({ at, of }) => at(bareLength) >= of(electrode, 'electrodeHorizontalLength_mm') && [],
    ),
  ];
}
