import type { Json } from '../json.ts';
import type { Values } from './check-texts.ts';
import type { LineText } from './line-texts.ts';

/** An order as everybody stores it: a flat document of paths, one version per field. */

export type OrderStatus =
  | 'draft'
  | 'processing'
  | 'submitted'
  | 'awaiting_payment'
  | 'shipped'
  | 'awaiting_delivery_of_material'
  | 'done'
  | 'delivered'
  | 'prototyping'
  | 'testing'
  | 'cancelled'
  | 'rejected'
  | 'reviewing'
  | 'reviewed';

/** A path is a key (`format`) or `list/<itemId>/key` (`tests/<id>/temp`). Values are JSON; null clears. */
export type OrderDoc = Record<string, Json>;

/** One wish to change a field: `base` is the cmdId the writer saw as the field's version, null where it saw none. */
export interface FieldChange {
  path: string;
  value: Json;
  base: string | null;
}

/** Two people wrote one field: both values, until somebody writes the field again. */
export interface FieldConflict {
  path: string;
  mine: Json;
  theirs: Json;
  by: string;
  sseq: number;
}

export interface QuoteLine {
  code: string;
  /** In English. */
  label: string;
  /** Which of line-texts.ts the label is, for other languages; older quotes have none, and no hash counts it. */
  text?: { key: LineText; values: Values };
  qty: number;
  /** Integer cents. */
  unitPrice: number;
  /** Integer cents. */
  amount: number;
}

/** A price as computed by `quoteOf` on both sides; integer cents; `hash` names exactly this price. */
export interface Quote {
  currency: string;
  lines: QuoteLine[];
  subtotal: number;
  tax: number;
  total: number;
  rateCardVersion: string;
  hash: string;
}

export interface OrderHistoryEntry {
  from: OrderStatus | null;
  to: OrderStatus;
  event: string;
  by: string;
  byName: string;
  at: string;
  reason: string | null;
  sseq: number;
}

export interface Order {
  id: string;
  /** Human number such as PO-2026-000123. */
  number: string;
  ownerId: string;
  ownerName: string;
  companyId: number | null;
  status: OrderStatus;
  doc: OrderDoc;
  /** By version key: the cmdId that last wrote it. Coupled fields share a key, see `versionKeyOf` in fields.ts. */
  vers: Record<string, string>;
  conflicts: FieldConflict[];
  /** Price agreed at placing. */
  quote: Quote | null;
  history: OrderHistoryEntry[];
  createdAt: string;
  updatedAt: string;
  /** By version key, and `status`: the place of the event that last wrote it. A lower one changes nothing. */
  at: Record<string, number>;
  /** The newest event folded into this row. */
  sseq: number;
  /** What people are called here instead of what their older events say, by id. */
  renamed?: Record<string, string>;
}
