import { assumed } from '../data/assumed.ts';
import { asNumber } from '../data/field.ts';
import { buildOf, formatOf } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';
import { outerTurnsOf, woundArea_mm2 } from './roll.ts';

/** A roll that is wound on a flat mandrel and pressed flat, in a pouch or a prismatic can. */
export interface FlatRoll {
  /** Width across the flat sides and the two round ends. */
  width_mm: number;
  thickness_mm: number;
  /** Thickness of the electrodes and the separators between them, without the separator's first and closing turns. */
  layers_mm: number;
  /** Thickness of the closing turns of the separator, on one side. */
  closing_mm: number;
  /** Thickness that fits into the housing; null while the order does not give the housing. */
  widest_mm: number | null;
}

/** A stadium of width W and thickness T has the area W·T − (1 − π/4)·T². */
const corner = 1 - Math.PI / 4;

/**
 * Computes the flat roll of a design. It fills the width of the housing; its thickness follows from the area of the
 * layers, as that of a round roll does. The hollow of the mandrel is pressed shut.
 * @returns undefined while an input is missing, when the cell is not wound flat, or when no roll of this width can hold
 * so long an electrode
 */
export function flatRollOf(doc: OrderDoc): FlatRoll | undefined {
  if (buildOf(doc) !== 'flat') return undefined;
  const area = woundArea_mm2(doc);
  const separator = asNumber(doc['separatorThickness_mm']);
  const width = widthFor_mm(doc);
  if (area === undefined || separator === undefined || width === undefined) return undefined;
  const root = width ** 2 - 4 * corner * area;
  if (root < 0) return undefined;
  const inner = asNumber(doc['separatorInnerTurns']) ?? 0;
  const outer = outerTurnsOf(doc);
  const layers = (width - Math.sqrt(root)) / (2 * corner);
  const thickness = layers + 4 * separator * (inner + outer);
  return {
    width_mm: width,
    thickness_mm: thickness,
    layers_mm: layers,
    closing_mm: 2 * separator * outer,
    widest_mm: roomFor_mm(doc),
  };
}

/** Width of the roll in mm: that of the housing without walls, or without the folded edges of a pouch. */
function widthFor_mm(doc: OrderDoc): number | undefined {
  const outer = asNumber(doc['housingWidth_mm']);
  if (outer === undefined) return undefined;
  const edge = formatOf(doc)?.shape === 'pouch' ? assumed.foldedSeal_mm : assumed.canWall_mm + assumed.rollGap_mm;
  return Math.max(0, outer - 2 * edge);
}

function roomFor_mm(doc: OrderDoc): number | null {
  const outer = asNumber(doc['housingThickness_mm']);
  if (outer === undefined) return null;
  return outer - 2 * (formatOf(doc)?.shape === 'pouch' ? assumed.laminate_mm : assumed.canWall_mm);
}
