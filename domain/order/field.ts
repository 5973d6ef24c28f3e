import type { Json } from '../json.ts';
import type { OrderDoc } from './order.ts';

/** One row of the field tables. The screens, the server's validation and the checks all read these rows. */
export interface Field {
  /** Its name in the document, as the specification spells it. */
  key: string;
  kind: FieldKind;
  /** The unit it is stored in; empty where there is none. */
  unit: string;
  /** Shown in another unit than stored, for example µm for mm: shown = stored × factor. */
  shown?: { unit: string; factor: number };
  step: Step;
  group: string;
  /** Whether the field has a place in this order; always, when absent. */
  applies?: (doc: OrderDoc) => boolean;
  /** Whether the order cannot be placed without it. */
  required?: (doc: OrderDoc) => boolean;
  /** The value we would start from, for this order and (in lists) this item. */
  typical?: (doc: OrderDoc, item: string) => Json | undefined;
  /** Outside this the person has to tick that it is meant. */
  usual?: (doc: OrderDoc, item: string) => [min: number, max: number] | undefined;
  definition: string;
  /** Where range, default and definition come from. */
  basis: string;
}

type Step = 'service' | 'cell' | 'tests' | 'files' | 'review';

export type FieldKind =
  | { is: 'number'; min: number; max: number; whole?: true }
  | { is: 'choice'; options: readonly string[] }
  | { is: 'text'; maxChars: number; lines?: true }
  /** A current in amperes or as a multiple of the capacity. */
  | { is: 'current'; maxA: number; maxC: number }
  /** Strictly rising or falling numbers. */
  | { is: 'numbers'; min: number; max: number; maxCount: number };

/** A current as stored. `C` multiplies `basisAh` where given, else the order's capacity. */
export interface Current {
  value: number;
  unit: 'A' | 'C';
  basisAh?: number;
}

/** The value as a current, if it is one. */
export function asCurrent(value: Json | undefined): Current | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { value: amount, unit, basisAh } = value;
  if (typeof amount !== 'number' || (unit !== 'A' && unit !== 'C')) return undefined;
  return typeof basisAh === 'number' ? { value: amount, unit, basisAh } : { value: amount, unit };
}

/** The value as a number, if it is one. */
export function asNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
