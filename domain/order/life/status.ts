import type { Order, OrderDoc, OrderHistoryEntry, OrderStatus } from '../data/order.ts';
import { buildsCells, runsTests } from '../data/services.ts';

/**
 * Lifecycle of an order: all status transitions, who may cause them, and under which conditions. To add a status: its
 * name in `domain/order/data/order.ts`, rows here, its tone in `src/ui/tokens.css`, its group in
 * `src/order/history/history-filter.ts`, and its texts in `navigator.json` of each language.
 */

export type OrderRole = 'customer' | 'expert' | 'admin' | 'system';

/** Conditions that do not depend on the document; customers cannot set them. */
export interface TransitionFacts {
  /** Whether the company pays later, so that no invoice has to be paid first. */
  openCredit?: boolean;
}

interface Transition {
  from: OrderStatus | null;
  to: OrderStatus;
  /**
   * Events that cause the transition, with the roles that may cause them; an admin may cause whatever an expert may.
   * These are events of this state machine, not of the log.
   */
  by: Record<string, OrderRole[]>;
  when?: (doc: OrderDoc, facts: TransitionFacts) => boolean;
  /** The user must give a reason. */
  reasonRequired?: true;
  /** Change of the order's invoice in the same transaction. */
  invoice?: InvoiceChange;
}

/** `billed`: the order ends, and the work done is billed instead of its price. */
export type InvoiceChange = 'issued' | 'paid' | 'void' | 'billed';

/*
 * draft → submitted → reviewing → reviewed → awaiting_payment → processing
 *   → awaiting_delivery_of_material → prototyping → testing → done → shipped → delivered
 * An order can return to draft until the price is accepted, and can end as cancelled or rejected.
 */
export const transitions: readonly Transition[] = [
  { from: null, to: 'draft', by: { SAVE: ['customer'] } },
  { from: 'draft', to: 'draft', by: { EDIT: ['customer'] } },
  { from: 'draft', to: 'cancelled', by: { DISCARD: ['customer'] } },
  { from: 'draft', to: 'submitted', by: { PLACE: ['customer'] } },
  { from: 'submitted', to: 'draft', by: { WITHDRAW: ['customer'] } },
  { from: 'submitted', to: 'reviewing', by: { START_REVIEW: ['expert'] } },
  { from: 'submitted', to: 'cancelled', by: { CANCEL: ['customer', 'expert'] } },
  { from: 'reviewing', to: 'draft', by: { REQUEST_CHANGES: ['expert'] }, reasonRequired: true },
  { from: 'reviewing', to: 'rejected', by: { REJECT: ['expert'] }, reasonRequired: true },
  { from: 'reviewing', to: 'reviewed', by: { APPROVE: ['expert'] } },
  { from: 'reviewing', to: 'cancelled', by: { CANCEL: ['customer', 'expert'] } },
  {
    from: 'reviewed',
    to: 'awaiting_payment',
    by: { ACCEPT_QUOTE: ['customer'] },
    invoice: 'issued',
    when: (_, facts) => facts.openCredit !== true,
  },
  {
    from: 'reviewed',
    to: 'processing',
    by: { ACCEPT_QUOTE: ['customer'] },
    invoice: 'issued',
    when: (_, facts) => facts.openCredit === true,
  },
  { from: 'reviewed', to: 'draft', by: { QUOTE_EXPIRED: ['system'], CHANGE: ['customer'] } },
  { from: 'reviewed', to: 'cancelled', by: { DECLINE: ['customer'] } },
  { from: 'awaiting_payment', to: 'processing', by: { INVOICE_PAID: ['admin', 'system'] }, invoice: 'paid' },
  {
    from: 'awaiting_payment',
    to: 'cancelled',
    by: { CANCEL: ['customer', 'admin'], INVOICE_VOID: ['admin'] },
    invoice: 'void',
  },
  { from: 'processing', to: 'awaiting_delivery_of_material', by: { NEEDS_MATERIAL: ['expert'] } },
  { from: 'processing', to: 'prototyping', by: { START_BUILD: ['expert'] }, when: buildsCells },
  { from: 'processing', to: 'testing', by: { START_TEST: ['expert'] }, when: runsTests },
  { from: 'processing', to: 'cancelled', by: { CANCEL: ['admin'] }, invoice: 'billed' },
  {
    from: 'awaiting_delivery_of_material',
    to: 'prototyping',
    by: { MATERIAL_ACCEPTED: ['expert'] },
    when: buildsCells,
  },
  {
    from: 'awaiting_delivery_of_material',
    to: 'testing',
    by: { MATERIAL_ACCEPTED: ['expert'] },
    when: (doc) => !buildsCells(doc),
  },
  {
    from: 'awaiting_delivery_of_material',
    to: 'rejected',
    by: { MATERIAL_REFUSED: ['expert'] },
    reasonRequired: true,
    invoice: 'billed',
  },
  {
    from: 'awaiting_delivery_of_material',
    to: 'cancelled',
    by: { CANCEL: ['customer', 'admin'] },
    invoice: 'billed',
  },
  { from: 'prototyping', to: 'testing', by: { BUILD_DONE: ['expert'] }, when: runsTests },
  { from: 'prototyping', to: 'shipped', by: { SHIP: ['expert'] }, when: (doc) => !runsTests(doc) },
  { from: 'prototyping', to: 'done', by: { CLOSE: ['expert'] } },
  { from: 'prototyping', to: 'cancelled', by: { CANCEL: ['admin'] }, invoice: 'billed' },
  { from: 'testing', to: 'done', by: { RESULTS_PUBLISHED: ['expert'] } },
  { from: 'testing', to: 'shipped', by: { SHIP: ['expert'] } },
  { from: 'testing', to: 'prototyping', by: { REBUILD: ['expert'] }, when: buildsCells },
  { from: 'testing', to: 'cancelled', by: { CANCEL: ['admin'] }, invoice: 'billed' },
  { from: 'done', to: 'shipped', by: { SHIP: ['expert'] } },
  { from: 'shipped', to: 'delivered', by: { CONFIRM_RECEIPT: ['customer', 'system'] } },
];

/** `by` in the history of an order for what the server did by itself, such as ending a price at its date. */
export const systemActor = 'system';

export type TransitionResult =
  | { to: OrderStatus; invoice: InvoiceChange | undefined }
  | { code: 'ILLEGAL_TRANSITION' | 'FORBIDDEN'; allowed: string[] };

/**
 * Finds the status to which an event leads.
 * @returns the new status; or FORBIDDEN when only another role may cause the event, ILLEGAL_TRANSITION when no role may,
 * with the events that `who` may cause in this status as `allowed`
 */
export function transitionOf(
  status: OrderStatus | null,
  event: string,
  who: OrderRole,
  doc: OrderDoc,
  facts: TransitionFacts = {},
): TransitionResult {
  const here = transitions.filter((row) => row.from === status && (row.when?.(doc, facts) ?? true));
  const named = here.filter((row) => Object.hasOwn(row.by, event));
  const row = named.find((each) => mayCause(each, event, who));
  if (row !== undefined) return { to: row.to, invoice: row.invoice };
  const code = named.length > 0 ? 'FORBIDDEN' : 'ILLEGAL_TRANSITION';
  return { code, allowed: allowedEvents(status, who, doc, facts) };
}

/** Returns the events that this role may cause in a status, in table order. */
export function allowedEvents(
  status: OrderStatus | null,
  who: OrderRole,
  doc: OrderDoc,
  facts: TransitionFacts = {},
): string[] {
  const rows = transitions.filter((row) => row.from === status && (row.when?.(doc, facts) ?? true));
  return [...new Set(rows.flatMap((row) => Object.keys(row.by).filter((event) => mayCause(row, event, who))))];
}

/** Whether an order was discarded as a draft: it takes its files with it, and takes nothing new. */
export function isDiscarded({
  status,
  history,
}: Pick<Order, 'status'> & { history: readonly Pick<OrderHistoryEntry, 'event'>[] }): boolean {
  return status === 'cancelled' && history.at(-1)?.event === 'DISCARD';
}

/** Whether an order has come to a status in which its customer can no longer cause this event. */
export function isTooLate({ status, doc }: { status: OrderStatus; doc: OrderDoc }, event: string): boolean {
  return !allowedEvents(status, 'customer', doc).includes(event);
}

/** Returns the status to which an event leads, from whichever status it may happen; null for an unknown event. */
export function statusAfter(event: string): OrderStatus | null {
  return transitions.find((row) => Object.hasOwn(row.by, event))?.to ?? null;
}

/** Whether this event requires a reason. */
export function needsReason(status: OrderStatus, event: string): boolean {
  return transitions.some((row) => row.from === status && row.reasonRequired === true && Object.hasOwn(row.by, event));
}

function mayCause(row: Transition, event: string, who: OrderRole): boolean {
  const may = row.by[event];
  if (may === undefined) return false;
  return may.includes(who) || (who === 'admin' && may.includes('expert'));
}

/** Steps of the progress bar that customers see. */
export const progressSteps = [
  'Draft',
  'Submitted',
  'Review',
  'Payment',
  'Material',
  'Build',
  'Test',
  'Delivered',
] as const;

/** Label of each status and its index in `progressSteps`; null for the two that end an order early. */
export const statusRows: Record<OrderStatus, { label: string; step: number | null }> = {
  draft: { label: 'Draft', step: 0 },
  submitted: { label: 'Submitted', step: 1 },
  reviewing: { label: 'Reviewing', step: 2 },
  reviewed: { label: 'Reviewed', step: 2 },
  awaiting_payment: { label: 'Awaiting payment', step: 3 },
  processing: { label: 'Processing', step: 3 },
  awaiting_delivery_of_material: { label: 'Awaiting delivery of material', step: 4 },
  prototyping: { label: 'Prototyping', step: 5 },
  testing: { label: 'Testing', step: 6 },
  shipped: { label: 'Shipped', step: 7 },
  // Results without goods are delivered here; goods may still be shipped afterwards.
  done: { label: 'Delivered', step: 7 },
  delivered: { label: 'Delivered', step: 7 },
  cancelled: { label: 'Cancelled', step: null },
  rejected: { label: 'Rejected', step: null },
};

export const orderStatuses = Object.keys(statusRows) as OrderStatus[];

/** Whether an order with this status is placed and its work not done. */
export function isUnderWay(status: OrderStatus): boolean {
  const { step } = statusRows[status];
  return step !== null && step > 0 && step < progressSteps.length - 1;
}
