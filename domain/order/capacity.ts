import { chemistryOf } from './chemistries.ts';
import { asCurrent, asNumber } from './field.ts';
import { formatOf } from './formats.ts';
import type { Json } from '../json.ts';
import type { OrderDoc } from './order.ts';

/** Values the capacity estimate assumes, because an order does not contain them. */
export const assumed = {
  /** Mass fraction of the coating that stores charge. */
  activeFraction: 0.96,
  /** Share of the balanced capacity that remains after formation and use. From memory. */
  utilization: 0.97,
  /** Length of bare foil for the tab in mm. From memory. */
  tabGap_mm: 8,
} as const;

/**
 * Computes the charge per area of one coated cathode side in mAh/cm², from its loading.
 * @returns undefined without a loading or a chemistry with a known specific capacity
 */
export function arealCapacityOf(doc: OrderDoc): number | undefined {
  const loading = asNumber(doc['electrodes/cathode/massLoading_mg_cm2']);
  const specific = chemistryOf(doc)?.cathode_mAh_g ?? undefined;
  if (loading === undefined || specific === undefined) return undefined;
  return (loading * assumed.activeFraction * specific) / 1000;
}

/** Coated cathode area that faces an anode, both sides, in cm². @returns undefined if the design is incomplete */
function facingArea_cm2(doc: OrderDoc): number | undefined {
  const format = formatOf(doc);
  const length = asNumber(doc['electrodes/cathode/electrodeHorizontalLength_mm']);
  if (length === undefined || format === undefined) return undefined;
  if (format.shape === 'coin') return (Math.PI / 4) * (length / 10) ** 2;
  const height = asNumber(doc['electrodes/cathode/electrodeVerticalLength_mm']);
  if (!format.wound || height === undefined) return undefined;
  return (2 * Math.max(0, length - assumed.tabGap_mm) * height) / 100;
}

/** Estimates the capacity of the design in Ah. @returns undefined if the design is incomplete */
export function estimatedCapacity_Ah(doc: OrderDoc): number | undefined {
  const perArea = arealCapacityOf(doc);
  const area = facingArea_cm2(doc);
  if (perArea === undefined || area === undefined) return undefined;
  return (perArea * area * assumed.utilization) / 1000;
}

/** Returns the capacity to which C rates refer: the given one, or else the estimate. */
export function capacity_Ah(doc: OrderDoc): number | undefined {
  return asNumber(doc['nominalCapacity_Ah']) ?? estimatedCapacity_Ah(doc);
}

/** Converts a stored current to amperes. @returns undefined for a C rate without a known capacity */
export function amperes(value: Json | undefined, doc: OrderDoc): number | undefined {
  const current = asCurrent(value);
  if (current === undefined) return undefined;
  if (current.unit === 'A') return current.value;
  const basis = current.basisAh ?? capacity_Ah(doc);
  return basis === undefined ? undefined : current.value * basis;
}

/** Converts a stored current to a C rate. @returns undefined for a current in amperes without a known capacity */
export function cRate(value: Json | undefined, doc: OrderDoc): number | undefined {
  const current = asCurrent(value);
  if (current === undefined) return undefined;
  if (current.unit === 'C' && current.basisAh === undefined) return current.value;
  const amps = amperes(value, doc);
  const capacity = capacity_Ah(doc);
  return amps === undefined || capacity === undefined || capacity <= 0 ? undefined : amps / capacity;
}
