import { assumed } from '../data/assumed.ts';
import type { Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { flatRollOf } from './flat-roll.ts';
import { buildOf, formatOf } from '../data/formats.ts';
import { sheetsOf, sidesOf } from './geometry.ts';
import type { OrderDoc } from '../data/order.ts';

/** Stack of sheets in a pouch or a prismatic can. Every function returns undefined while an input is missing. */

/** Thickness of one sheet in mm: its foil and the sides that are coated. */
export function sheet_mm(doc: OrderDoc, electrode: Electrode): number | undefined {
  const coating = asNumber(doc[`electrodes/${electrode}/coatingThickness_mm`]);
  const foil = asNumber(doc[`electrodes/${electrode}/current_collector_foil_thickness`]);
  return coating === undefined || foil === undefined ? undefined : sidesOf(doc, electrode) * coating + foil;
}

/** Thickness of all sheets with the separators between and around them, in mm. */
export function sheetStack_mm(doc: OrderDoc): number | undefined {
  const build = buildOf(doc);
  if (build === undefined || build === 'roll' || build === 'flat' || build === 'coin') return undefined;
  const cathode = sheet_mm(doc, 'cathode');
  const anode = sheet_mm(doc, 'anode');
  const separator = asNumber(doc['separatorThickness_mm']);
  const [cathodes, anodes] = [sheetsOf(doc, 'cathode'), sheetsOf(doc, 'anode')];
  if (cathode === undefined || anode === undefined || separator === undefined) return undefined;
  if (cathodes === undefined || anodes === undefined) return undefined;
  return cathodes * cathode + anodes * anode + (cathodes + anodes + 1) * separator;
}

/** Outer thickness of the cell in mm: the stack or flat roll in its laminate, or the can. */
export function cellThickness_mm(doc: OrderDoc): number | undefined {
  const format = formatOf(doc);
  if (format?.shape === 'prismatic') return asNumber(doc['housingThickness_mm']);
  const layers = sheetStack_mm(doc) ?? flatRollOf(doc)?.thickness_mm;
  const stack = format?.shape === 'pouch' ? layers : undefined;
  return stack === undefined ? undefined : stack + 2 * assumed.laminate_mm;
}

/** Inner thickness in mm of a prismatic can, or of a pouch whose outer thickness is given. */
export function innerThickness_mm(doc: OrderDoc): number | undefined {
  const shape = formatOf(doc)?.shape;
  const outer = shape === 'prismatic' || shape === 'pouch' ? asNumber(doc['housingThickness_mm']) : undefined;
  return outer === undefined ? undefined : outer - 2 * (shape === 'pouch' ? assumed.laminate_mm : assumed.canWall_mm);
}

/** Size of the anode sheet, which is the larger one, in mm. */
function anodeSheet_mm(doc: OrderDoc): [width: number, height: number] | undefined {
  const width = asNumber(doc['electrodes/anode/electrodeHorizontalLength_mm']);
  const height = asNumber(doc['electrodes/anode/electrodeVerticalLength_mm']);
  return width === undefined || height === undefined ? undefined : [width, height];
}

/** Outer width and height of a pouch in mm: the given ones, or else those of the anode sheet with its sealed edges. */
export function pouchSize_mm(doc: OrderDoc): [width: number, height: number] | undefined {
  if (formatOf(doc)?.shape !== 'pouch') return undefined;
  const sheet = buildOf(doc) === 'flat' ? undefined : anodeSheet_mm(doc);
  const width = asNumber(doc['housingWidth_mm']) ?? withSeals_mm(sheet?.[0]);
  const height = asNumber(doc['housingHeight_mm']) ?? withSeals_mm(sheet?.[1]);
  return width === undefined || height === undefined ? undefined : [width, height];
}

function withSeals_mm(sheet: number | undefined): number | undefined {
  return sheet === undefined ? undefined : sheet + 2 * assumed.seal_mm;
}

/** Inner width and height of a housing whose size is given, in mm; of a pouch without the narrowest seals. */
function innerSize_mm(doc: OrderDoc): { width?: number; height?: number } {
  const shape = formatOf(doc)?.shape;
  if (shape !== 'prismatic' && shape !== 'pouch') return {};
  const isCan = shape === 'prismatic';
  const edges = 2 * (isCan ? assumed.canWall_mm : assumed.leastSeal_mm);
  const [width, height] = [asNumber(doc['housingWidth_mm']), asNumber(doc['housingHeight_mm'])];
  return {
    ...(width === undefined ? {} : { width: width - edges }),
    ...(height === undefined ? {} : { height: height - edges - (isCan ? assumed.lid_mm : 0) }),
  };
}

/**
 * Inner width and height of the housing minus those of the anode sheet in mm, the smaller of both; of a roll only the
 * height counts. Negative: it does not fit.
 */
export function roomInHousing_mm(doc: OrderDoc): number | undefined {
  const sheet = anodeSheet_mm(doc);
  const { width, height } = innerSize_mm(doc);
  if (sheet === undefined || (width ?? height) === undefined) return undefined;
  const across = buildOf(doc) === 'flat' || width === undefined ? Infinity : width - sheet[0];
  const up = height === undefined ? Infinity : height - sheet[1];
  return Math.min(across, up);
}

/** Parts of the housing's inner thickness, width and height that sheets or a flat roll fill; of a roll not the width. */
export function fillOfHousing(doc: OrderDoc): { thickness?: number; width?: number; height?: number } {
  const sheet = anodeSheet_mm(doc);
  const inner = innerThickness_mm(doc);
  const content = sheetStack_mm(doc) ?? flatRollOf(doc)?.thickness_mm;
  const { width, height } = innerSize_mm(doc);
  return {
    ...(inner === undefined || content === undefined ? {} : { thickness: content / inner }),
    ...(width === undefined || sheet === undefined || buildOf(doc) === 'flat' ? {} : { width: sheet[0] / width }),
    ...(height === undefined || sheet === undefined ? {} : { height: sheet[1] / height }),
  };
}
