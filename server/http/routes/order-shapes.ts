import { Refusal } from '#domain/errors.ts';
import { canonicalJson } from '#domain/json.ts';
import { docHashOf } from '#domain/order/doc-hash.ts';
import type { FieldChange, Order, OrderDoc, Quote } from '#domain/order/order.ts';
import { quoteOf } from '#domain/order/price.ts';
import { versionKeyOf } from '#domain/order/version-key.ts';
import type { CalculateReply, OrderReply } from '#domain/protocol/rest.ts';

/** Orders as the specification's calls show and save them: whole documents with a version. */

const quoteDays = 30;

/** An order as the calls answer it. */
export function orderReplyOf(order: Order): OrderReply {
  return {
    id: order.id,
    number: order.number,
    client_order_id: order.id,
    status: order.status,
    version: order.sseq,
    data: order.doc,
    doc_hash: docHashOf(order.doc),
    price: priceReplyOf(order.doc, order.quote ?? quoteOf(order.doc)),
    owner: { id: order.ownerId, name: order.ownerName },
    conflicts: order.conflicts.map(({ path, mine, theirs, by }) => ({ path, mine, theirs, by })),
    created_at: order.createdAt,
    updated_at: order.updatedAt,
  };
}

/** A price as the calls answer it; every amount in integer cents. */
export function priceReplyOf(doc: OrderDoc, quote: Quote = quoteOf(doc)): CalculateReply {
  return {
    currency: quote.currency,
    items: quote.lines.map(({ code, label, qty, unitPrice, amount }) => ({
      code,
      label,
      qty,
      amount,
      unit_price: unitPrice,
    })),
    subtotal: quote.subtotal,
    tax: quote.tax,
    total: quote.total,
    quote_hash: quote.hash,
    doc_hash: docHashOf(doc),
    valid_until: new Date(Date.now() + quoteDays * 24 * 3_600_000).toISOString(),
  };
}

/**
 * What a person changed, seen from the document they began with: each change names the version they saw, so that a field
 * somebody else wrote meanwhile becomes a conflict and is not overwritten.
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

/** JSON can spell numbers that no computer has: `1e999` arrives as Infinity, and would be stored as nothing. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isStorable);
  return typeof value !== 'number' || Number.isFinite(value);
}
