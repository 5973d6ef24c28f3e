import { DAY } from '#domain/ground/units.ts';
import { Refusal, type FieldProblem } from '#domain/ground/errors.ts';
import { canonicalJson } from '#domain/ground/json.ts';
import type { Check } from '#domain/order/data/check.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import { editorsOf } from '#domain/order/life/colleagues.ts';
import { isSharedWith } from '#domain/order/life/draft-rights.ts';
import type { FieldChange, Order, OrderDoc, Quote } from '#domain/order/data/order.ts';
import { priceOf } from '#domain/order/price/price-refusal.ts';
import type { RateCard } from '#domain/order/data/rate-card.ts';
import { staffSteps } from '#domain/order/life/staff-steps.ts';
import { allowedEvents } from '#domain/order/life/status.ts';
import { versionKeyOf } from '#domain/order/data/version-key.ts';
import type { User } from '#domain/account/users.ts';
import type { CalculateReply, OrderReply } from '#domain/order/wire/orders.ts';
import { quoteDays } from '#domain/order/price/review.ts';

/** Converts orders to the specification's API, which reads and saves whole documents with a version. */

/** Returns an order in the form of the API; a draft is priced with this card, a placed order keeps its own price. */
export function orderReplyOf(order: Order, card: RateCard): OrderReply {
  const { quote, refusal } = priceOf(order, card);
  return {
    id: order.id,
    number: order.number,
    client_order_id: order.id,
    status: order.status,
    version: order.sseq,
    data: order.doc,
    doc_hash: docHashOf(order.doc),
    ...(quote === undefined ? {} : { price: priceReplyOf(order.doc, quote) }),
    ...(refusal === undefined ? {} : { no_price: problemOf(refusal) }),
    owner: { id: order.ownerId, name: order.ownerName },
    colleagues: editorsOf(order).map(({ userId, userName }) => ({ id: userId, name: userName })),
    conflicts: order.conflicts.map(({ path, mine, theirs, by }) => ({ path, mine, theirs, by })),
    created_at: order.createdAt,
    updated_at: order.updatedAt,
  };
}

/** Returns the rule because of which an order has no price, as a problem of the API. */
export function problemOf({ path, code, message }: Check): FieldProblem & { message: string } {
  return { path, code, message };
}

/** Returns a price in the form of the API; all amounts in integer cents. */
export function priceReplyOf(doc: OrderDoc, quote: Quote): CalculateReply {
  return {
    currency: quote.currency,
    items: quote.lines.map(({ code, label, qty, unitPrice, amount, override }) => ({
      code,
      label,
      qty,
      amount,
      unit_price: unitPrice,
      ...(override === undefined
        ? {}
        : { override: { computed: override.computed, reason: override.reason, by: override.byName } }),
    })),
    rate_card: quote.rateCardVersion,
    subtotal: quote.subtotal,
    tax: quote.tax,
    total: quote.total,
    quote_hash: quote.hash,
    doc_hash: docHashOf(doc),
    valid_until: quote.validUntil ?? new Date(Date.now() + quoteDays * DAY).toISOString(),
  };
}

/**
 * Returns the user's changes against the document they started with. Each change contains the version they saw, so that
 * a field that another user has changed meanwhile becomes a conflict.
 */
export function changesOf(base: Pick<Order, 'doc' | 'vers'> | undefined, data: OrderDoc): FieldChange[] {
  const endless = Object.keys(data).filter((path) => !isStorable(data[path]));
  if (endless.length > 0)
    throw new Refusal(
      'INVALID',
      endless.map((path) => ({ path, code: 'NOT_A_NUMBER' })),
    );
  const before = base?.doc ?? {};
  const paths = [...new Set([...Object.keys(before), ...Object.keys(data)])].sort();
  return paths.flatMap((path) => {
    const value = data[path] ?? null;
    if (canonicalJson(value) === canonicalJson(before[path] ?? null)) return [];
    return [{ path, value, base: base?.vers[versionKeyOf(path)] ?? null }];
  });
}

/** A document that leaves out fewer fields than this is not taken for one that names only what changes. */
const manyFields = 5;

/**
 * Refuses a document that leaves out most of what the order says, and either many fields or all that stay: its caller
 * names only what changes, and would empty the order. Fields that are meant to be cleared are named with null.
 * @throws Refusal INVALID
 */
export function refuseEmptying(base: Pick<Order, 'doc'> | undefined, data: OrderDoc): void {
  const filled = Object.entries(base?.doc ?? {}).filter(([, value]) => value !== null);
  const leftOut = filled.filter(([path]) => data[path] === undefined);
  if (leftOut.length * 2 <= filled.length) return;
  const stays = filled.some(([path, value]) => canonicalJson(data[path] ?? null) === canonicalJson(value));
  if (stays && leftOut.length < manyFields) return;
  const message =
    `The order has ${filled.length} fields, and data leaves out ${leftOut.length} of them. Send the whole document, ` +
    'with your changes; a field with null is cleared.';
  throw new Refusal('INVALID', [{ path: 'data', code: 'LEAVES_OUT', message }]);
}

/** Whether a value can be stored. `1e999` is parsed as Infinity, which JSON would store as null. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isStorable);
  return typeof value !== 'number' || Number.isFinite(value);
}

/**
 * Returns the events the user may cause now: the owner as customer, also if they are staff; staff by role; colleagues may
 * edit a draft that is shared with them.
 */
export function eventsFor(user: User, order: Order): string[] {
  if (user.id === order.ownerId) return allowedEvents(order.status, 'customer', order.doc);
  if (order.status === 'draft' && isSharedWith(user, order)) return ['EDIT'];
  return staffSteps(user, order);
}
