import { assumed } from '../data/assumed.ts';
import type { Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { buildOf, formatOf } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';

/** Coated areas of the electrodes. Every function returns undefined while an input is missing. */

/** Whether the electrodes are wound, into a round roll or one pressed flat. */
export function isWound(doc: OrderDoc): boolean {
  const build = buildOf(doc);
  return build === 'roll' || build === 'flat';
}

/** Width of the coated band in mm: the given one, or else the height without its bare edge. */
export function coatedWidth_mm(doc: OrderDoc, electrode: Electrode): number | undefined {
  const given = asNumber(doc[`electrodes/${electrode}/coatedAreaWidth_mm`]);
  const height = asNumber(doc[`electrodes/${electrode}/electrodeVerticalLength_mm`]);
  if (given !== undefined || height === undefined) return given;
  return Math.max(0, height - (asNumber(doc[`electrodes/${electrode}/uncoatedAreaVerticalLength_mm`]) ?? 0));
}

/** Length of the coating in mm: the electrode's without its bare foil. */
export function coatedLength_mm(doc: OrderDoc, electrode: Electrode): number | undefined {
  const length = asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]);
  if (length === undefined || !isWound(doc)) return length;
  const bare = asNumber(doc[`electrodes/${electrode}/uncoatedAreaHorizontalLength_mm`]) ?? assumed.tabGap_mm;
  return Math.max(0, length - bare);
}

/** Anode coating that has to reach beyond the cathode's at the outer end of a roll, in mm. */
export const outerOverhang_mm = 0.5;

/**
 * Returns how long the anode's coating is and how long it has to be, both in mm, so that the cathode faces it up to the
 * outer end of the roll: the cathode's coating, the phase shift and an overhang.
 * @returns undefined while an input is missing, or for a cell that is not wound
 */
export function anodeCoating_mm(doc: OrderDoc): { is: number; needed: number } | undefined {
  const anode = coatedLength_mm(doc, 'anode');
  const cathode = coatedLength_mm(doc, 'cathode');
  const shift = asNumber(doc['electrodePhaseShift_mm']);
  if (!isWound(doc) || anode === undefined || cathode === undefined || shift === undefined) return undefined;
  return { is: anode, needed: cathode + Math.abs(shift) + outerOverhang_mm };
}

/** Area of a disc in cm². */
export function disc_cm2(diameter_mm: number): number {
  return (Math.PI / 4) * (diameter_mm / 10) ** 2;
}

/** Coated area of one side of one electrode in cm². */
export function coatedSide_cm2(doc: OrderDoc, electrode: Electrode): number | undefined {
  const length = coatedLength_mm(doc, electrode);
  if (length === undefined) return undefined;
  if (formatOf(doc)?.shape === 'coin') return disc_cm2(length);
  const width = coatedWidth_mm(doc, electrode);
  return width === undefined ? undefined : (length * width) / 100;
}

/** Sides of an electrode that are coated, one or two. */
export function sidesOf(doc: OrderDoc, electrode: Electrode): 1 | 2 {
  const form = doc[`electrodes/${electrode}/electrode_form`];
  if (typeof form === 'string') return form.startsWith('single') ? 1 : 2;
  const build = buildOf(doc);
  return build === 'coin' || build === 'layer' ? 1 : 2;
}

/** Number of sheets of an electrode in one cell; a roll and a coin cell have one. */
export function sheetsOf(doc: OrderDoc, electrode: Electrode): number | undefined {
  const build = buildOf(doc);
  if (build !== 'stack' && build !== 'prismatic') return build === undefined ? undefined : 1;
  const layers = asNumber(doc['layers']);
  return layers === undefined ? undefined : layers + (electrode === 'anode' ? 1 : 0);
}

/** Coated cathode area that faces an anode in cm², all sheets and sides. */
export function facingArea_cm2(doc: OrderDoc): number | undefined {
  const side = coatedSide_cm2(doc, 'cathode');
  const sheets = sheetsOf(doc, 'cathode');
  if (side === undefined || sheets === undefined) return undefined;
  const build = buildOf(doc);
  const facing = build === 'coin' || build === 'layer' ? 1 : sidesOf(doc, 'cathode');
  return side * sheets * facing;
}
