import { coinParts } from '../cell/coin-case.ts';
import { asNumber } from '../data/field.ts';
import { buildOf, formatOf } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';
import { widestDisc_mm } from '../checks/sheet-rules.ts';
import { sheet_mm } from '../cell/stack.ts';

/** One disc in the cross-section of a coin cell. */
interface Disc {
  code: 'spacer' | 'anode' | 'separator' | 'cathode';
  top_mm: number;
  thickness_mm: number;
  diameter_mm: number;
}

/** Cross-section of a coin cell in its case; every length in mm. */
export interface Coin {
  outer: { diameter_mm: number; height_mm: number };
  /** Discs from the spacer down to the cathode, which lies on the bottom of the case. */
  discs: Disc[];
  /** Height above the spacer, which the spring fills; negative where the discs are too thick. */
  spring_mm: number;
  /** Space around the widest electrode up to the widest that fits; negative where it is too wide. */
  around_mm: number;
  /** Diameters of the separator and the widest electrode. */
  separator_mm: number;
  widest_mm: number;
}

/** Returns the discs of a coin cell in their case; undefined while an input is missing. */
export function coinOf(doc: OrderDoc): Coin | undefined {
  const outer = formatOf(doc)?.outer ?? undefined;
  const anode = { thickness: sheet_mm(doc, 'anode'), diameter: diameterOf_mm(doc, 'anode') };
  const cathode = { thickness: sheet_mm(doc, 'cathode'), diameter: diameterOf_mm(doc, 'cathode') };
  const separator = asNumber(doc['separatorThickness_mm']);
  const separatorDiameter = asNumber(doc['separatorDiameter_mm']);
  if (buildOf(doc) !== 'coin' || outer === undefined || separator === undefined) return undefined;
  if (separatorDiameter === undefined || anode.thickness === undefined || cathode.thickness === undefined) {
    return undefined;
  }
  if (anode.diameter === undefined || cathode.diameter === undefined) return undefined;
  const pile = [
    { code: 'spacer', thickness_mm: coinParts.spacer_mm, diameter_mm: coinParts.spacerDiameter_mm },
    { code: 'anode', thickness_mm: anode.thickness, diameter_mm: anode.diameter },
    { code: 'separator', thickness_mm: separator, diameter_mm: separatorDiameter },
    { code: 'cathode', thickness_mm: cathode.thickness, diameter_mm: cathode.diameter },
  ] as const;
  const height = pile.reduce((sum, { thickness_mm }) => sum + thickness_mm, 0);
  const bottom = outer.height_mm - coinParts.wall_mm;
  let top = bottom - height;
  const discs = pile.map((disc) => {
    const placed = { ...disc, top_mm: top };
    top += disc.thickness_mm;
    return placed;
  });
  const widest = Math.max(anode.diameter, cathode.diameter);
  return {
    outer,
    discs,
    spring_mm: bottom - height - coinParts.wall_mm,
    around_mm: (widestDisc_mm - widest) / 2,
    separator_mm: separatorDiameter,
    widest_mm: widest,
  };
}

function diameterOf_mm(doc: OrderDoc, electrode: string): number | undefined {
  return asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]);
}
