import type { Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { formatOf } from '../data/formats.ts';
import { coatedWidth_mm, isWound, sheetsOf } from './geometry.ts';
import type { OrderDoc } from '../data/order.ts';

/** Assumed needs of the coating line. The text of the assumption `coating` names the same figures. */
const coating = { width_mm: 200, gap_mm: 50, sheetGap_mm: 5, yield: 0.8, startUp_m: 10 } as const;

/** Maximum length in m that an order can ask for. */
export const mostCoating_m = 5000;
/** Meters that are proposed where no need is computed: for coin cells, and while the need is unknown. Our choice. */
const usual_m = { coin: 10, unknown: 50 } as const;

/**
 * Returns the meters of foil that are proposed for an electrode: what the ordered cells need, neither more nor fewer. The
 * typical value of the field and an order that is filled from a design take them from here. A need that is larger than an
 * order can ask for is cut, which the checks then say.
 */
export function proposedCoating_m(doc: OrderDoc, electrode: Electrode): number {
  if (formatOf(doc)?.shape === 'coin') return usual_m.coin;
  return Math.min(mostCoating_m, coatingNeed_m(doc, electrode) ?? usual_m.unknown);
}

/**
 * Number of webs that are slit from the coated foil side by side: the given one, or else as many as fit.
 * @returns undefined while the width of the electrode is missing
 */
function lanesOf(doc: OrderDoc, electrode: Electrode): number | undefined {
  const given = asNumber(doc[`electrodes/${electrode}/lanes`]);
  if (given !== undefined) return given;
  const height = asNumber(doc[`electrodes/${electrode}/electrodeVerticalLength_mm`]);
  const coated = coatedWidth_mm(doc, electrode);
  if (height === undefined || coated === undefined || coated === 0) return undefined;
  const width = asNumber(doc[`electrodes/${electrode}/coating_width`]) ?? coating.width_mm;
  const foil = asNumber(doc[`electrodes/${electrode}/current_collector_foil_width`]) ?? Infinity;
  return Math.max(1, Math.floor(Math.min(width / coated, foil / height)));
}

/**
 * Computes the meters of foil that the ordered cells need, in whole meters: cells × pieces of each × (length + gap), side
 * by side on the lanes, divided by the yield, and the meters that are lost while the line starts up.
 * @returns undefined for coin cells, or while the quantity, the layers or a length is missing
 */
export function coatingNeed_m(doc: OrderDoc, electrode: Electrode): number | undefined {
  const laid = laidOut(doc, electrode);
  if (laid === undefined) return undefined;
  const { pieces, length_mm, lanes } = laid;
  const usualGap = isWound(doc) ? coating.gap_mm : coating.sheetGap_mm;
  const gap = asNumber(doc[`electrodes/${electrode}/coating_gap_mm`]) ?? usualGap;
  const meters = (pieces * (length_mm + gap)) / 1000;
  return Math.ceil(meters / (lanes * coating.yield) + coating.startUp_m);
}

/** Computes the meters of foil that the electrodes alone take up, without gaps, losses and start-up. */
export function coatingLeast_m(doc: OrderDoc, electrode: Electrode): number | undefined {
  const laid = laidOut(doc, electrode);
  return laid === undefined ? undefined : (laid.pieces * laid.length_mm) / (1000 * laid.lanes);
}

/** All pieces of an electrode that the order needs, their length, and the lanes on which they are coated. */
function laidOut(doc: OrderDoc, electrode: Electrode) {
  const cells = asNumber(doc['quantity']);
  const length_mm = asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]);
  const lanes = lanesOf(doc, electrode);
  const sheets = sheetsOf(doc, electrode);
  if (formatOf(doc)?.shape === 'coin' || cells === undefined || length_mm === undefined) return undefined;
  return lanes === undefined || sheets === undefined ? undefined : { pieces: cells * sheets, length_mm, lanes };
}
