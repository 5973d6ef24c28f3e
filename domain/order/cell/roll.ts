import { asNumber } from '../data/field.ts';
import { formatOf } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';

/** Geometry of the jelly roll: the dimensions of the wound layers. */
export interface Roll {
  /** Thickness of one repeat: both coated electrodes and two separators. */
  stack_mm: number;
  /** Diameter at which the electrodes start. */
  start_mm: number;
  diameter_mm: number;
  turns: number;
  /** Largest diameter that fits into the can; null without a can. */
  widest_mm: number | null;
  /** Roll diameter as a fraction of the can's inner diameter; null without a can. */
  fill: number | null;
  /** Longest electrode with which the roll still fits; null without a can. */
  longest_mm: number | null;
}

/** Turns of separator alone that close the roll, where the order does not say. */
export const assumedOuterTurns = 1.5;

/** Space between the roll and the can, so that the roll can be inserted. */
export const clearance_mm = 0.2;

/** Stack thickness (mm): 2 cathode and 2 anode coatings, 2 foils, 2 separators. @returns undefined if one is missing */
export function stackThickness_mm(doc: OrderDoc): number | undefined {
  const cathode = electrodeThickness_mm(doc, 'cathode');
  const anode = electrodeThickness_mm(doc, 'anode');
  const separator = asNumber(doc['separatorThickness_mm']);
  if (cathode === undefined || anode === undefined || separator === undefined) return undefined;
  return cathode + anode + 2 * separator;
}

/**
 * Cross-section of the wound layers in mm²: each electrode with its own length, two separators with the anode's.
 * @returns undefined while an input is missing
 */
export function woundArea_mm2(doc: OrderDoc): number | undefined {
  const cathode = electrodeThickness_mm(doc, 'cathode');
  const anode = electrodeThickness_mm(doc, 'anode');
  const separator = asNumber(doc['separatorThickness_mm']);
  const cathodeLength = asNumber(doc['electrodes/cathode/electrodeHorizontalLength_mm']);
  const anodeLength = asNumber(doc['electrodes/anode/electrodeHorizontalLength_mm']);
  if (cathode === undefined || anode === undefined || separator === undefined) return undefined;
  if (cathodeLength === undefined || anodeLength === undefined) return undefined;
  return cathodeLength * cathode + anodeLength * (anode + 2 * separator);
}

/** Thickness of a double-coated electrode in mm: coating, foil, coating. */
export function electrodeThickness_mm(doc: OrderDoc, electrode: 'cathode' | 'anode'): number | undefined {
  const coating = asNumber(doc[`electrodes/${electrode}/coatingThickness_mm`]);
  const foil = asNumber(doc[`electrodes/${electrode}/current_collector_foil_thickness`]);
  return coating === undefined || foil === undefined ? undefined : 2 * coating + foil;
}

/**
 * Computes the roll of a wound design. The diameter follows from the area, D = √(d₀² + 4·area/π), plus the closing
 * separator: within 0.01 % of the exact spiral.
 * @returns undefined while an input is missing, or when the format is not wound
 */
export function rollOf(doc: OrderDoc, outerTurns = outerTurnsOf(doc)): Roll | undefined {
  const format = formatOf(doc);
  const stack = stackThickness_mm(doc);
  const area = woundArea_mm2(doc);
  const separator = asNumber(doc['separatorThickness_mm']);
  const shaft = asNumber(doc['windingShaftDiameter_mm']);
  const innerTurns = asNumber(doc['separatorInnerTurns']);
  if (format?.wound !== true || stack === undefined || area === undefined) return undefined;
  if (separator === undefined || shaft === undefined || innerTurns === undefined) return undefined;
  const start = shaft + 4 * separator * innerTurns;
  const wound = Math.sqrt(start ** 2 + (4 * area) / Math.PI);
  const diameter = wound + 4 * separator * outerTurns;
  const inner = format.innerDiameter_mm;
  return {
    stack_mm: stack,
    start_mm: start,
    diameter_mm: diameter,
    turns: (wound - start) / (2 * stack),
    widest_mm: inner === null ? null : inner - clearance_mm,
    fill: inner === null ? null : diameter / inner,
    longest_mm: inner === null ? null : longest_mm(inner - clearance_mm - 4 * separator * outerTurns, start, stack),
  };
}

/** Returns how long a web of this thickness is that fills the ring between two diameters, all in mm. */
export function longest_mm(diameter: number, start: number, stack: number): number {
  return (Math.PI * (diameter ** 2 - start ** 2)) / (4 * stack);
}

/** Returns the turns of separator that close a roll: the given ones, or else the assumed ones. */
export function outerTurnsOf(doc: OrderDoc): number {
  return asNumber(doc['separatorOuterTurns']) ?? assumedOuterTurns;
}
