import type { Electrode } from './electrodes.ts';
import { asNumber } from './field.ts';
import { formatOf } from './formats.ts';
import { coatedWidth_mm, isWound, sheetsOf } from './geometry.ts';
import type { OrderDoc } from './order.ts';

/** What the coating line is assumed to need. The text of the assumption `coating` names the same figures. */
const coating = { width_mm: 200, gap_mm: 50, sheetGap_mm: 5, yield: 0.8, startUp_m: 10 } as const;

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
 * Computes the meters of foil that the ordered cells need.
 * @returns undefined for coin cells, or while the quantity, the layers or a length is missing
 */
export function coatingNeed_m(doc: OrderDoc, electrode: Electrode): number | undefined {
  const cells = asNumber(doc['quantity']);
  const length = asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]);
  const lanes = lanesOf(doc, electrode);
  const sheets = sheetsOf(doc, electrode);
  if (formatOf(doc)?.shape === 'coin' || cells === undefined || length === undefined) return undefined;
  if (lanes === undefined || sheets === undefined) return undefined;
  const gap =
    asNumber(doc[`electrodes/${electrode}/coating_gap_mm`]) ?? (isWound(doc) ? coating.gap_mm : coating.sheetGap_mm);
  const meters = (cells * sheets * (length + gap)) / 1000;
  return Math.ceil(meters / (lanes * coating.yield) + coating.startUp_m);
}

/** Computes the meters of foil that the electrodes alone take up, without gaps, losses and start-up. */
export function coatingLeast_m(doc: OrderDoc, electrode: Electrode): number | undefined {
  const cells = asNumber(doc['quantity']);
  const length = asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]);
  const lanes = lanesOf(doc, electrode);
  const sheets = sheetsOf(doc, electrode);
  if (formatOf(doc)?.shape === 'coin' || cells === undefined || length === undefined) return undefined;
  return lanes === undefined || sheets === undefined ? undefined : (cells * sheets * length) / (1000 * lanes);
}
