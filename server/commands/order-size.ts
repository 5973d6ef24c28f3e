import type { Json } from '#domain/json.ts';
import type { Order, OrderDoc } from '#domain/order/order.ts';
import { refuseBeyond } from '#domain/quota-refusal.ts';
import { sharesOf } from '#domain/quotas.ts';
import type { Work } from './work.ts';

/** What a command adds to an order. */
interface Additions {
  changes?: { path: string; value: Json; ver: string }[];
  /** What is kept beside the document: values in conflict, a step of the history. */
  conflicts?: object[];
}

/**
 * Refuses what makes an order larger than an order may be. One that is too large already may still become smaller.
 * @throws QUOTA_EXCEEDED
 */
export function refuseTooLarge(work: Work, order: Order, { changes = [], conflicts = [] }: Additions): void {
  const { actor, given } = work;
  const doc = { ...order.doc };
  for (const { path, value } of changes) {
    if (value === null) delete doc[path];
    else doc[path] = value;
  }
  const [bytes, items] = [bytesOf(order), itemsIn(order.doc)];
  const moreBytes = bytesOf({ ...order, doc }) + bytesOf(conflicts) + 2 * changes.length - bytes;
  const moreItems = itemsIn(doc) - items;
  for (const share of sharesOf('orderBytes', actor, given.quotaFactor))
    if (moreBytes > 0) refuseBeyond('orderBytes', share, bytes, moreBytes);
  for (const share of sharesOf('orderItems', actor, given.quotaFactor))
    if (moreItems > 0) refuseBeyond('orderItems', share, items, moreItems);
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** How many items the lists of a document have, also removed ones: they stay in it. */
function itemsIn(doc: OrderDoc): number {
  const items = new Set<string>();
  for (const path of Object.keys(doc)) {
    const [list, item, key] = path.split('/');
    if (list === 'tests' && key !== undefined) items.add(item ?? '');
  }
  return items.size;
}
