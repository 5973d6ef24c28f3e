import type { Json } from '#domain/ground/json.ts';
import type { Order } from '#domain/order/data/order.ts';
import { type DocSize, docGrowthOf, docSizeOf } from '#domain/order/data/size.ts';
import { versionKeyOf } from '#domain/order/data/version-key.ts';

export interface Change {
  path: string;
  value: Json;
}

interface Growth extends DocSize {
  bytes: number;
  items: number;
  /** Number of added values, by item of a list. */
  values: Map<string, number>;
}

/**
 * Size of an order. The whole order is measured once, then only its changes, so that many small changes of a large
 * order are cheap.
 */
export class OrderSize {
  /** Size as JSON. Positions and commas are counted to within a few bytes. */
  bytes: number;
  doc: DocSize;
  /** Number of values by item of a list, including removed items, which stay in the document. */
  readonly #values = new Map<string, number>();

  constructor(order: Order) {
    this.bytes = bytesOf(order);
    this.doc = docSizeOf(order.doc);
    for (const path of Object.keys(order.doc)) this.#add(itemOf(path), 1);
  }

  get items(): number {
    return this.#values.size;
  }

  /** Returns the growth of the order by these changes. */
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

  /** Folds an order and updates its size. @returns the folded order */
  foldAndMeasure(before: Order, changes: readonly Change[], fold: () => Order): Order {
    const growth = this.growthBy(before, changes);
    const { conflicts, history, quote, parcels = [], cells = [], reports = [], colleagues = [] } = before;
    const versions = versionBytes(before, changes);
    const after = fold();
    this.bytes += growth.bytes + versionBytes(after, changes) - versions;
    this.bytes += listGrowth(conflicts, after.conflicts) + listGrowth(history, after.history);
    this.bytes += listGrowth(parcels, after.parcels ?? []);
    this.bytes += listGrowth(cells, after.cells ?? cells) + listGrowth(reports, after.reports ?? reports);
    this.bytes += listGrowth(colleagues, after.colleagues ?? colleagues);
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

/** Returns the bytes of a value as JSON in UTF-8. */
export function bytesOf(value: object | Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Bytes of a key and its value in an object, with colon and comma. */
function entryBytes(key: string, value: Json | undefined): number {
  return value === undefined ? 0 : bytesOf(key) + bytesOf(value) + 2;
}

/** Bytes of the versions, positions and writers of these fields. */
function versionBytes({ vers, at, writers }: Order, changes: readonly Change[]): number {
  const paths = new Set(changes.map(({ path }) => path));
  const keys = new Set(changes.map(({ path }) => versionKeyOf(path)));
  let bytes = 0;
  for (const path of paths) bytes += entryBytes(path, at[path]) + entryBytes(path, writers?.[path]);
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

/** Returns the test that a path belongs to. */
function itemOf(path: string): string | undefined {
  const [list, item, key] = path.split('/');
  return list === 'tests' && key !== undefined ? item : undefined;
}
