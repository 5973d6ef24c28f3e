import type { Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { sheetsOf } from '../cell/geometry.ts';
import type { OrderDoc } from '../data/order.ts';
import { sheet_mm, sheetStack_mm } from '../cell/stack.ts';

/** One sheet or separator in the cross-section of a stack, from the top down. */
export interface Band {
  material: Electrode | 'separator';
  top_mm: number;
  thickness_mm: number;
  width_mm: number;
}

/** The sheets of a stack with their separators. */
export interface SheetBands {
  cathodes: number;
  anodes: number;
  width_mm: number;
  thickness_mm: number;
  bands: Band[];
  /** Part in the middle that is drawn as one bundle; undefined where every sheet is drawn. */
  bundle: { top_mm: number; thickness_mm: number } | undefined;
}

/** Cathode sheets up to which each is drawn, and bands that are drawn at each side of a bundle. */
const most = 40;
const kept = 21;

/**
 * Returns the sheets of a stack: separator, anode, separator, cathode and so on, with a separator at both ends. Separators
 * are drawn as wide as the anode, because no field gives their width.
 * @returns undefined while an input is missing
 */
export function sheetBandsOf(doc: OrderDoc): SheetBands | undefined {
  const total = sheetStack_mm(doc);
  const thickness = { cathode: sheet_mm(doc, 'cathode'), anode: sheet_mm(doc, 'anode') };
  const width = { cathode: widthOf_mm(doc, 'cathode'), anode: widthOf_mm(doc, 'anode') };
  const separator = asNumber(doc['separatorThickness_mm']);
  const [cathodes, anodes] = [sheetsOf(doc, 'cathode'), sheetsOf(doc, 'anode')];
  if (total === undefined || separator === undefined || cathodes === undefined || anodes === undefined)
    return undefined;
  if (thickness.cathode === undefined || thickness.anode === undefined) return undefined;
  if (width.cathode === undefined || width.anode === undefined) return undefined;
  const bands: Band[] = [];
  let top = 0;
  const add = (material: Band['material'], thickness_mm: number, width_mm: number) => {
    bands.push({ material, top_mm: top, thickness_mm, width_mm });
    top += thickness_mm;
  };
  add('separator', separator, width.anode);
  for (let sheet = 0; sheet < cathodes + anodes; sheet++) {
    const electrode = sheet % 2 === 0 ? 'anode' : 'cathode';
    add(electrode, electrode === 'anode' ? thickness.anode : thickness.cathode, width[electrode] ?? width.anode);
    add('separator', separator, width.anode);
  }
  const sheets = { cathodes, anodes, width_mm: width.anode, thickness_mm: total };
  if (cathodes <= most) return { ...sheets, bands, bundle: undefined };
  const [first, last] = [bands.slice(0, kept), bands.slice(-kept)];
  const [from, to] = [bands[kept]?.top_mm ?? 0, last[0]?.top_mm ?? 0];
  return { ...sheets, bands: [...first, ...last], bundle: { top_mm: from, thickness_mm: to - from } };
}

function widthOf_mm(doc: OrderDoc, electrode: Electrode): number | undefined {
  return asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]);
}
