import type { Json } from '#domain/json.ts';
import type { Order } from '#domain/order/order.ts';
import { type DocSize, docGrowthOf, docSizeOf } from '#domain/order/size.ts';
import { versionKeyOf } from '#domain/order/version-key.ts';
import { refuseBeyond } from '#domain/quota-refusal.ts';
import { sharesOf } from '#domain/quotas.ts';
import type { Work } from './work.ts';

/** What a command adds to an order. */
interface Additions {
  changes?: readonly Change[];
  /** What is kept beside the document: values in conflict, a step of the history. */
  conflicts?: object[];
}

interface Change {
  path: string;
  value: Json;
}

/**
 * Refuses what makes an order larger than an order may be. One that is too large already may still become smaller.
 * @throws QUOTA_EXCEEDED
 */
export function refuseTooLarge(work: Work, order: Order, { changes = [], conflicts = [] }: Additions): void {
  const { actor, given } = work;
  const size = work.sizeOf(order);
  const growth = size.growthBy(order, changes);
  const moreBytes = growth.bytes + bytesOf(conflicts) + 2 * changes.length;
  for (const share of sharesOf('orderBytes', actor, given.quotaFactor))
    if (moreBytes > 0) refuseBeyond('orderBytes', share, size.bytes, moreBytes);
  for (const share of sharesOf('orderItems', actor, given.quotaFactor))
    if (growth.items > 0) refuseBeyond('orderItems', share, size.items, growth.items);
}

interface Growth extends DocSize {
  bytes: number;
  items: number;
  /** By item of a list: how many values it has more. */
  values: Map<string, number>;
}

/**
 * How large an order is. All of it is counted once; then only what changes is, so that many small changes of a large order
 * cost little.
 */
export class OrderSize {
  /** Of the order as JSON; places of the log and commas to within a few bytes. */
  bytes: number;
  doc: DocSize;
  /** How many values each item of a list has, also removed ones: they stay in the document. */
  readonly #values = new Map<string, number>();

  constructor(order: Order) {
    this.bytes = bytesOf(order);
    this.doc = docSizeOf(order.doc);
    for (const path of Object.keys(order.doc)) this.#add(itemOf(path), 1);
  }

  get items(): number {
    return this.#values.size;
  }

  /** How much larger the order gets with these changes of its document. */
  growthBy({ doc }: Order, changes: readonly Change[]): Growth {
    const last = new Map(changes.map(({ path, value }) => [path, value]));
    const growth: Growth = { ...docGrowthOf(doc, last), bytes: 0, items: 0, values: new Map() };
    for (const [path, value] of last) {
      growth.bytes += entryBytes(path, value ?? undefined) - entryBytes(path, doc[path]);
      const item = itemOf(path);
      const more = Number(value !== null) - Number(doc[path] !== undefined);
      if (item !== undefined) growth.values.set(item, (growth.values.get(item) ?? 0) + more);
    }
    for (const [item, more] of growth.values) {
      const had = this.#values.get(item) ?? 0;
      growth.items += Number(had + more > 0) - Number(had > 0);
    }
    return growth;
  }

  /** Counts what changes while an order becomes the next one. */
  following(before: Order, changes: readonly Change[], fold: () => Order): Order {
    const growth = this.growthBy(before, changes);
    const { conflicts, history, quote } = before;
    const versions = versionBytes(before, changes);
    const after = fold();
    this.bytes += growth.bytes + versionBytes(after, changes) - versions;
    this.bytes += listGrowth(conflicts, after.conflicts) + listGrowth(history, after.history);
    if (after.quote !== quote) this.bytes += bytesOf(after.quote) - bytesOf(quote);
    this.doc = { tests: this.doc.tests + growth.tests, fields: this.doc.fields + growth.fields };
    for (const [item, more] of growth.values) this.#add(item, more);
    return after;
  }

  #add(item: string | undefined, more: number): void {
    if (item === undefined) return;
    const values = (this.#values.get(item) ?? 0) + more;
    if (values > 0) this.#values.set(item, values);
    else this.#values.delete(item);
  }
}

function bytesOf(value: object | Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A key and its value in an object, with what stands between them and after them. */
function entryBytes(key: string, value: Json | undefined): number {
  return value === undefined ? 0 : bytesOf(key) + bytesOf(value) + 2;
}

/** What is kept of who wrote these fields last, and where. */
function versionBytes({ vers, at }: Order, changes: readonly Change[]): number {
  const paths = new Set(changes.map(({ path }) => path));
  const keys = new Set(changes.map(({ path }) => versionKeyOf(path)));
  let bytes = 0;
  for (const path of paths) bytes += entryBytes(path, at[path]);
  for (const key of keys) bytes += entryBytes(key, vers[key]) + entryBytes(`ver:${key}`, at[`ver:${key}`]);
  return bytes;
}

function listGrowth(before: readonly object[], after: readonly object[]): number {
  if (before === after) return 0;
  const [old, now] = [new Set(before), new Set(after)];
  let bytes = 0;
  for (const each of after) if (!old.has(each)) bytes += bytesOf(each) + 1;
  for (const each of before) if (!now.has(each)) bytes -= bytesOf(each) + 1;
  return bytes;
}

/** The item of the list of tests that a path belongs to. */
function itemOf(path: string): string | undefined {
  const [list, item, key] = path.split('/');
  return list === 'tests' && key !== undefined ? item : undefined;
}
