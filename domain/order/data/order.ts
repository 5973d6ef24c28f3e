import type { CurrentName } from '../../account/current-names.ts';
import type { Json } from '../../ground/json.ts';
import type { Values } from './check-texts.ts';
import type { LineText } from './line-texts.ts';
import type { ParcelEntry, Shipment, ShipmentReport } from './goods.ts';

/** Shape of an order as client and server store it: a flat document of paths, with one version per field. */

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

/** A change of a field. `base` is the `cmdId` that the writer saw as the field's version; null if it saw none. */
export interface FieldChange {
  path: string;
  value: Json;
  base: string | null;
}

/** Concurrent writes of one field by two users. It holds both values until the field is written again. */
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
  /** Key in line-texts.ts and values of the label, for translation. Missing in older quotes; not part of the hash. */
  text?: { key: LineText; values: Values };
  qty: number;
  /** Integer cents. */
  unitPrice: number;
  /** Integer cents. */
  amount: number;
  /** Amount set by staff in a reviewed price instead of the computed one. */
  override?: PriceOverride;
}

/** Reason why the amount of a line is not the computed one. */
export interface PriceOverride {
  /** Integer cents. */
  computed: number;
  reason: string;
  by: string;
  byName: string;
}

/** A colleague with whom the owner shares the draft, or once did. */
export interface OrderColleague {
  userId: string;
  userName: string;
  /** Whether it is shared with them now. */
  edits: boolean;
  /** Position of the newest event that names the user. */
  sseq: number;
}

/** A price in integer cents, computed by `quoteOf` on both sides. `hash` identifies exactly this price. */
export interface Quote {
  currency: string;
  lines: QuoteLine[];
  subtotal: number;
  tax: number;
  total: number;
  rateCardVersion: string;
  hash: string;
  /** Time until which a reviewed price is binding, ISO 8601. */
  validUntil?: string;
}

export interface OrderHistoryEntry {
  from: OrderStatus | null;
  to: OrderStatus;
  event: string;
  /** Id of a user, or `systemActor`. */
  by: string;
  byName: string;
  at: string;
  reason: string | null;
  /** Date that the customer saw on PLACE, such as `2026-12-31`. */
  due?: string;
  /** Data that the customer needs to receive the goods, on SHIP. */
  shipment?: Shipment;
  /** Bill of a step that ends the order after its price was accepted. */
  bill?: WorkBill;
  sseq: number;
}

/** Cost of an order that ended after its price was accepted: the work done until then. */
export interface WorkBill {
  currency: string;
  /** Lines of the price with the part that is billed, in integer cents; without those of which nothing is. */
  lines: { code: string; amount: number }[];
  /** Sum of the lines, before tax. */
  total: number;
  /** Settlement: the rest of the payment is refunded; the work done is invoiced; or there is nothing to settle. */
  settlement: 'refund' | 'invoice' | 'none';
}

export type CellState = 'planned' | 'received' | 'built' | 'in_test' | 'tested' | 'shipped' | 'scrapped';

/** A change of cells, which names them by number: `ranges` has the first and the last number of each range. */
export interface CellChange {
  ranges: [first: number, last: number][];
  state: CellState;
  /** Id of the test; for `in_test` and `tested`. */
  test?: string;
  reason: string | null;
  by: string;
  byName: string;
  at: string;
  sseq: number;
}

/** A test report, or a file of data, as it was published or withdrawn. */
export interface Report {
  id: string;
  name: string;
  /** The id of its test; null where it is about all tests. */
  test: string | null;
  /** The cells that it is about, as in a change of cells; empty where it does not say. */
  ranges: CellChange['ranges'];
  note: string;
  /** Null once it was withdrawn. */
  file: { name: string; size: number; mime: string; sha256: string } | null;
  /** Reason why it was withdrawn. */
  reason: string | null;
  /** Id of the user who published or withdrew it. */
  by: string;
  byName: string;
  at: string;
  sseq: number;
}

export interface Order {
  id: string;
  /** Order number for users, such as PO-2026-000123. */
  number: string;
  ownerId: string;
  ownerName: string;
  companyId: number | null;
  status: OrderStatus;
  doc: OrderDoc;
  /** The `cmdId` that last wrote each version key. Coupled fields share a key, see version-key.ts. */
  vers: Record<string, string>;
  conflicts: FieldConflict[];
  /** Price agreed at placing; after the review, the binding one. */
  quote: Quote | null;
  history: OrderHistoryEntry[];
  /** Parcels that the customer sends: their steps, oldest first. Missing where there are none. */
  parcels?: ParcelEntry[];
  /** Reports of the carrier about its shipments, in the order in which they arrived. Missing where there are none. */
  shipmentReports?: ShipmentReport[];
  /** Changes of its cells, oldest first; absent before staff have begun with them. */
  cells?: CellChange[];
  /** Reports that were published, oldest first, also those withdrawn since. */
  reports?: Report[];
  createdAt: string;
  updatedAt: string;
  /** Position of the event that last wrote each path, `ver:<version key>`, `status` and `colleagues`. Older events change nothing. */
  at: Record<string, number>;
  /** Position of the newest event folded into this row. */
  sseq: number;
  /** Colleagues with whom it is or was shared, by id. Missing where it never was. */
  colleagues?: OrderColleague[];
  /** Ids of the users who last wrote each path, where that is not the owner. */
  writers?: Record<string, string>;
  /** The names that replace those of deleted accounts, by user id. */
  renamed?: Record<string, string>;
  /** The names that users have given themselves since. The history keeps the name it was written under. */
  names?: CurrentName[];
}
