import { assumed } from '../data/assumed.ts';
import { chemistryOf } from '../data/chemistries.ts';
import type { Electrode } from '../data/electrodes.ts';
import { asCurrent, asNumber } from '../data/field.ts';
import { facingArea_cm2 } from './geometry.ts';
import { materialNamed } from '../data/materials.ts';
import type { Json } from '../../ground/json.ts';
import type { OrderDoc } from '../data/order.ts';

/**
 * Computes the charge per area of one coated side of an electrode in mAh/cm², from its loading.
 * @returns undefined without a loading or a known specific capacity
 */
export function arealCapacityOf(doc: OrderDoc, electrode: Electrode = 'cathode'): number | undefined {
  const loading = asNumber(doc[`electrodes/${electrode}/massLoading_mg_cm2`]);
  const specific = specificCapacityOf(doc, electrode);
  if (loading === undefined || specific === undefined) return undefined;
  return (loading * activeFractionOf(doc, electrode) * specific) / 1000;
}

/**
 * Returns the specific capacity in mAh/g: the given one, else that of the grade, else the chemistry's. Lithium metal has
 * none: it never limits the cell.
 */
export function specificCapacityOf(doc: OrderDoc, electrode: Electrode): number | undefined {
  const chemistry = chemistryOf(doc);
  if (electrode === 'anode' && chemistry?.anodes.length === 0) return undefined;
  return (
    asNumber(doc[`electrodes/${electrode}/specificCapacity_mAh_g`]) ??
    materialNamed(doc[`electrodes/${electrode}/grade`])?.specific_mAh_g ??
    (electrode === 'cathode' ? (chemistry?.cathode_mAh_g ?? undefined) : undefined)
  );
}

/** Returns the mass fraction of active material: the given one, or else the assumed one. */
export function activeFractionOf(doc: OrderDoc, electrode: Electrode): number {
  return asNumber(doc[`electrodes/${electrode}/activeFraction`]) ?? assumed.activeFraction;
}

/** Charge of the anode relative to the cathode's on the same area (N/P). @returns undefined if either is unknown */
export function balanceOf(doc: OrderDoc): number | undefined {
  const anode = arealCapacityOf(doc, 'anode');
  const cathode = arealCapacityOf(doc);
  return anode === undefined || cathode === undefined || cathode === 0 ? undefined : anode / cathode;
}

/** Charge in Ah that the facing coatings hold, before formation. @returns undefined if the design is incomplete */
export function coatedCapacity_Ah(doc: OrderDoc): number | undefined {
  const cathode = arealCapacityOf(doc);
  const area = facingArea_cm2(doc);
  if (cathode === undefined || area === undefined) return undefined;
  return (Math.min(cathode, arealCapacityOf(doc, 'anode') ?? cathode) * area) / 1000;
}

/** Estimates the capacity of the design in Ah. @returns undefined if the design is incomplete */
export function estimatedCapacity_Ah(doc: OrderDoc): number | undefined {
  const coated = coatedCapacity_Ah(doc);
  return coated === undefined ? undefined : coated * assumed.utilization;
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
