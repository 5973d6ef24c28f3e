/** The goods of an order as they are stored: parcels that its customer sends, and the shipment to the customer. */

/** Steps of a parcel; see parcels.ts. */
export const parcelSteps = ['announced', 'withdrawn', 'arrived', 'counted', 'accepted', 'refused'] as const;
export type ParcelStep = (typeof parcelSteps)[number];

export const transportModes = ['road', 'air'] as const;
export type TransportMode = (typeof transportModes)[number];

interface ParcelLine {
  name: string;
  count: number;
}

/** Contents and carrier of a parcel, as its customer gives them. */
export interface ParcelContent {
  lines: ParcelLine[];
  /** A code in carriers.ts, or the carrier's name; empty while it is not known. */
  carrier: string;
  tracking: string;
  /** Day on which it should arrive, such as `2026-12-31`. */
  expected: string | null;
  notes: string;
  mode: TransportMode;
  /** Codes of the items of the packing list that are done. */
  ticks: string[];
}

/** Details of a step besides its user and time. */
export interface ParcelDetails {
  content?: ParcelContent;
  /** Sender of a parcel that was not announced. */
  sender?: string;
  /** Numbers that staff counted, by line. */
  counts?: number[];
  reason?: string;
  /** Id of a file in the room of the order. */
  photo?: string;
}

export interface ParcelEntry extends ParcelDetails {
  parcelId: string;
  step: ParcelStep;
  by: string;
  byName: string;
  at: string;
  /** Position of its event; null while it waits on a device. */
  sseq: number | null;
}

/** Rules under which cells travel: the one for prototypes by road or sea, that by air, and cells of a tested type. */
export const transportFlags = ['SP310', 'A88', 'UN383'] as const;
export type TransportFlag = (typeof transportFlags)[number];

/** States of a shipment, as carriers report them. */
export const carrierStates = ['in_transit', 'delivered', 'failed'] as const;
export type CarrierState = (typeof carrierStates)[number];

export interface ShipmentReport {
  state: CarrierState;
  /** Time at which it happened, by the carrier. */
  at: string;
  carrier: string;
  tracking: string;
  sseq: number;
}

export interface Shipment {
  /** A code in carriers.ts, or the carrier's name. */
  carrier: string;
  /** Empty where there is none, as for goods that are collected. */
  tracking: string;
  mode: TransportMode;
  flags: TransportFlag[];
  /** State of charge in percent; null for goods without cells. */
  soc: number | null;
  /** Codes of the items of the packing list that are done. */
  ticks: string[];
}
