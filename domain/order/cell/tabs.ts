import { electrodes, type Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { buildOf } from '../data/formats.ts';
import { coatedWidth_mm } from './geometry.ts';
import type { OrderDoc } from '../data/order.ts';

/** The tabs of a pouch or a prismatic cell. Both stand side by side on one edge. */

/** Minimum distance between the two tabs of an edge, for the seal between them, in mm. Unconfirmed. */
export const tabGap_mm = 5;
/** Minimum bare foil to weld a tab to, in mm. Unconfirmed. */
export const weldEdge_mm = 3;
/** Part of a sheet's width that a typical tab has, and the narrowest and widest typical one. Our choice. */
const usualPart = 0.2;
const usual_mm = { narrowest: 8, widest: 40 } as const;

/** Returns a typical tab for sheets of this width: 8 to 15 mm in small pouches, and never so wide that two touch. */
export function typicalTab_mm(width_mm: number): number {
  const usual = Math.min(usual_mm.widest, Math.max(usual_mm.narrowest, Math.round(width_mm * usualPart)));
  return Math.max(1, Math.min(usual, Math.floor((width_mm - tabGap_mm) / 2)));
}

/** Width of the edge on which both tabs stand in mm: that of the narrower sheet, or of the housing of a flat roll. */
export function tabEdge_mm(doc: OrderDoc): number | undefined {
  const build = buildOf(doc);
  if (build === 'flat') return asNumber(doc['housingWidth_mm']);
  if (build !== 'layer' && build !== 'stack' && build !== 'prismatic') return undefined;
  const widths = electrodes.map((each) => asNumber(doc[`electrodes/${each}/electrodeHorizontalLength_mm`]));
  const known = widths.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Width of a tab in mm; undefined where the electrode has none. */
function tab_mm(doc: OrderDoc, electrode: Electrode): number | undefined {
  const kind = doc[`tab_${electrode}`];
  return kind === 'none' || kind === 'full-edge (tabless)'
    ? undefined
    : asNumber(doc[`electrodes/${electrode}/tabWidth_mm`]);
}

/** Width of both tabs together in mm. @returns undefined unless both electrodes have one */
export function widthOfTabs_mm(doc: OrderDoc): number | undefined {
  const [cathode, anode] = [tab_mm(doc, 'cathode'), tab_mm(doc, 'anode')];
  return cathode === undefined || anode === undefined ? undefined : cathode + anode;
}

/**
 * Returns where the tab of a sheet begins on its edge, in mm from the left: the positive one left, the negative one
 * right, with as much room beside them as between them.
 */
export function tabStart_mm(doc: OrderDoc, electrode: Electrode, length_mm: number): number {
  const own = tab_mm(doc, electrode) ?? 0;
  const free = Math.max(0, length_mm - (widthOfTabs_mm(doc) ?? own)) / 3;
  return electrode === 'cathode' ? free : length_mm - free - own;
}

/** Bare foil along the upper edge of a sheet in mm: the given strip, or else what the coating leaves free. */
export function bareEdge_mm(doc: OrderDoc, electrode: Electrode): number | undefined {
  const given = asNumber(doc[`electrodes/${electrode}/uncoatedAreaVerticalLength_mm`]);
  const height = asNumber(doc[`electrodes/${electrode}/electrodeVerticalLength_mm`]);
  const coated = coatedWidth_mm(doc, electrode);
  return given ?? (height === undefined || coated === undefined ? undefined : height - coated);
}
