import { assumed } from '../data/assumed.ts';
import { asNumber } from '../data/field.ts';
import { flatRollOf, type FlatRoll } from '../cell/flat-roll.ts';
import { buildOf, formatOf, type Build } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';
import { stackThickness_mm } from '../cell/roll.ts';
import { innerThickness_mm, pouchSize_mm, roomInHousing_mm } from '../cell/stack.ts';
import { sheetBandsOf, type SheetBands } from './sheet-bands.ts';

/** A stack of sheets or a flat roll in a pouch or a can, cut across its layers; every length in mm. */
export interface Housed {
  isCan: boolean;
  /** Outer width and thickness, and the wall or laminate. */
  outer: { width_mm: number; thickness_mm: number; wall_mm: number };
  /** Width and thickness of what is inside. */
  content: { width_mm: number; thickness_mm: number };
  /** Sheets one by one; undefined for a flat roll. */
  sheets: SheetBands | undefined;
  /** Turns of a flat roll, the thickness of one, and of the closing separator; undefined for sheets. */
  flat: { turns: number; turn_mm: number; closing_mm: number } | undefined;
  /** Thickness that fits; undefined where the housing follows from the layers. */
  room_mm: number | undefined;
  /** Thickness by which the layers exceed the room; 0 where they fit. */
  excess_mm: number;
  /** Width or height by which the sheet exceeds the housing; 0 where it fits or no size is given. */
  tooLarge_mm: number;
}

/** Whether a cell is drawn as layers in a pouch or can. */
export function isHoused(build: Build | undefined): boolean {
  return build === 'layer' || build === 'stack' || build === 'prismatic' || build === 'flat';
}

/** Returns the cross-section of a stack or flat roll in its housing; undefined while an input is missing. */
export function housedOf(doc: OrderDoc): Housed | undefined {
  const isFlat = buildOf(doc) === 'flat';
  const isCan = formatOf(doc)?.shape === 'prismatic';
  const roll = flatRollOf(doc);
  const sheets = isHoused(buildOf(doc)) && !isFlat ? sheetBandsOf(doc) : undefined;
  const content = isFlat ? roll : sheets;
  const width = isCan || isFlat ? asNumber(doc['housingWidth_mm']) : pouchSize_mm(doc)?.[0];
  if (content === undefined || width === undefined) return undefined;
  const room = isFlat ? (roll?.widest_mm ?? undefined) : innerThickness_mm(doc);
  if (isCan && room === undefined) return undefined;
  const wall = isCan ? assumed.canWall_mm : assumed.laminate_mm;
  return {
    isCan,
    outer: { width_mm: width, thickness_mm: (room ?? content.thickness_mm) + 2 * wall, wall_mm: wall },
    content: { width_mm: content.width_mm, thickness_mm: content.thickness_mm },
    sheets,
    flat: roll === undefined ? undefined : flatTurnsOf(doc, roll),
    room_mm: room,
    excess_mm: room === undefined ? 0 : Math.max(0, content.thickness_mm - room),
    tooLarge_mm: Math.max(0, -(roomInHousing_mm(doc) ?? 0)),
  };
}

/** Returns the turns of a flat roll: every turn lies once above and once below the middle. */
function flatTurnsOf(doc: OrderDoc, { layers_mm, closing_mm }: FlatRoll): Housed['flat'] {
  const turn = stackThickness_mm(doc);
  return turn === undefined ? undefined : { turn_mm: turn, turns: layers_mm / (2 * turn), closing_mm };
}
