import { chemistryOf } from './chemistries.ts';
import { asCurrent, asNumber } from './field.ts';
import { formatOf } from './formats.ts';
import type { Json } from '../json.ts';
import type { OrderDoc } from './order.ts';

/** What the estimate takes for granted where the order does not say it. */
export const assumed = {
  /** Share of the coating that stores charge. */
  activeFraction: 0.96,
  /** What formation and use leave of the balance. Memory. */
  utilization: 0.97,
  /** Bare foil for the tab, mm of length. Memory. */
  tabGap_mm: 8,
} as const;

/** Charge per area of one coated cathode side in mAh/cm², from its loading. */
export function arealCapacityOf(doc: OrderDoc): number | undefined {
  const loading = asNumber(doc['electrodes/cathode/massLoading_mg_cm2']);
  const specific = chemistryOf(doc)?.cathode_mAh_g ?? undefined;
  if (loading === undefined || specific === undefined) return undefined;
  return (loading * assumed.activeFraction * specific) / 1000;
}

/** Coated cathode area that faces an anode, both sides, in cm²; undefined where the design does not tell. */
function facingArea_cm2(doc: OrderDoc): number | undefined {
  const format = formatOf(doc);
  const length = asNumber(doc['electrodes/cathode/electrodeHorizontalLength_mm']);
  if (length === undefined || format === undefined) return undefined;
  if (format.shape === 'coin') return (Math.PI / 4) * (length / 10) ** 2;
  const height = asNumber(doc['electrodes/cathode/electrodeVerticalLength_mm']);
  if (!format.wound || height === undefined) return undefined;
  return (2 * Math.max(0, length - assumed.tabGap_mm) * height) / 100;
}

/** The capacity the design would have, in Ah, or undefined where it does not tell. */
export function estimatedCapacity_Ah(doc: OrderDoc): number | undefined {
  const perArea = arealCapacityOf(doc);
  const area = facingArea_cm2(doc);
  if (perArea === undefined || area === undefined) return undefined;
  return (perArea * area * assumed.utilization) / 1000;
}

/** The capacity C rates refer to: the one given, else the estimate. */
export function capacity_Ah(doc: OrderDoc): number | undefined {
  return asNumber(doc['nominalCapacity_Ah']) ?? estimatedCapacity_Ah(doc);
}

/** A stored current in amperes; undefined when it is a C rate and no capacity is known. */
export function amperes(value: Json | undefined, doc: OrderDoc): number | undefined {
  const current = asCurrent(value);
  if (current === undefined) return undefined;
  if (current.unit === 'A') return current.value;
  const basis = current.basisAh ?? capacity_Ah(doc);
  return basis === undefined ? undefined : current.value * basis;
}

/** A stored current as a multiple of the capacity; undefined when it is in amperes and no capacity is known. */
export function cRate(value: Json | undefined, doc: OrderDoc): number | undefined {
  const current = asCurrent(value);
  if (current === undefined) return undefined;
  if (current.unit === 'C' && current.basisAh === undefined) return current.value;
  const amps = amperes(value, doc);
  const capacity = capacity_Ah(doc);
  return amps === undefined || capacity === undefined || capacity <= 0 ? undefined : amps / capacity;
}
