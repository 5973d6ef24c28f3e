import type { Json } from '../../ground/json.ts';
import type { OrderDoc } from './order.ts';

/** A row of the field tables, which the forms, the server's validation and the checks read. */
export interface Field {
  /** Name in the document, spelled as in the specification. */
  key: string;
  kind: FieldKind;
  /** Unit of the stored value; empty if there is none. */
  unit: string;
  /** Unit in which it is shown, if not the stored one, for example µm for mm: shown = stored × factor. */
  shown?: { unit: string; factor: number };
  step: FormStep;
  group: string;
  /** Whether this order has the field; if absent, every order has it. */
  applies?: (doc: OrderDoc) => boolean;
  /** Whether the order cannot be placed without it. */
  required?: (doc: OrderDoc) => boolean;
  /** Options that fit this order, if not all of them do. Others block. */
  fitting?: (doc: OrderDoc, item: string) => readonly string[] | undefined;
  /** Suggested starting value, for this order and (in lists) this item. */
  typical?: (doc: OrderDoc, item: string) => Json | undefined;
  /** Usual range. The user has to tick a value outside it. */
  usual?: (doc: OrderDoc, item: string) => [min: number, max: number] | undefined;
  definition: string;
  /** Source of range, default and definition. */
  basis: string;
}

type FormStep = 'service' | 'cell' | 'tests' | 'files' | 'review';

export type FieldKind =
  /** `listed`: whole numbers with a name each, chosen from a list. */
  | { is: 'number'; min: number; max: number; whole?: true; listed?: true }
  | { is: 'choice'; options: readonly string[] }
  | { is: 'text'; maxChars: number; lines?: true }
  /** A current in amperes or as a multiple of the capacity. */
  | { is: 'current'; maxA: number; maxC: number }
  /** Strictly rising or falling numbers. */
  | { is: 'numbers'; min: number; max: number; maxCount: number }
  /** Currents in the order in which they are run; one may come again. */
  | { is: 'currents'; maxA: number; maxC: number; maxCount: number }
  /** Yes or no. */
  | { is: 'flag' };

/** A stored current. `C` is a multiple of `basisAh` if given, or else of the order's capacity. */
export interface Current {
  value: number;
  unit: 'A' | 'C';
  basisAh?: number;
}

/** Returns the value if it is a current, without further members. */
export function asCurrent(value: Json | undefined): Current | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { value: amount, unit, basisAh } = value;
  if (typeof amount !== 'number' || (unit !== 'A' && unit !== 'C')) return undefined;
  return typeof basisAh === 'number' ? { value: amount, unit, basisAh } : { value: amount, unit };
}

/** Returns the value if it is a list of currents. */
export function asCurrents(value: Json | undefined): Current[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const currents = value.map((each) => asCurrent(each)).filter((each) => each !== undefined);
  return currents.length === value.length ? currents : undefined;
}

/** Returns the value if it is a list of finite numbers. */
export function asNumbers(value: Json | undefined): number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = value.map((each) => asNumber(each)).filter((each) => each !== undefined);
  return numbers.length === value.length ? numbers : undefined;
}

/** Returns the value if it is a finite number. */
export function asNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
