import { nameNow, withName, withoutName } from '../account/current-names.ts';
import type { Order } from '../order/data/order.ts';
import { withCellChange, withReport, withShipmentReport } from '../order/life/result-folds.ts';
import { colleaguesNow, colleaguesRenamed, noteWriter, withColleagues } from '../order/life/colleagues.ts';
import { versionKeyOf } from '../order/data/version-key.ts';
import { type Event, type EventData, is } from './events.ts';

/** Applies an event of its stream to an order. @returns undefined while the order itself is unknown */
export function foldOrder(order: Order | undefined, event: Event): Order | undefined {
  if (is(event, 'order.created')) return order ?? { ...event.data.order, sseq: event.sseq };
  if (order === undefined) return undefined;
  const next = { ...order, sseq: Math.max(order.sseq, event.sseq) };
  if (is(event, 'order.patched')) return withChanges(next, event);
  if (is(event, 'order.field_conflict')) return withConflicts(next, event);
  if (is(event, 'order.shared'))
    return touched(withColleagues(next, { colleagues: event.data.colleagues, sseq: event.sseq }), event.data.at);
  if (is(event, 'order.status_changed')) return withStatus(next, event);
  if (is(event, 'parcel.changed')) return withParcel(next, event);
  if (is(event, 'shipment.reported'))
    return touched(withShipmentReport(next, { ...event.data.report, sseq: event.sseq }), event.data.at);
  if (is(event, 'cells.changed'))
    return touched(withCellChange(next, { ...event.data.change, sseq: event.sseq }), event.data.change.at);
  if (is(event, 'report.published') || is(event, 'report.withdrawn'))
    return touched(withReport(next, { ...event.data.report, sseq: event.sseq }), event.data.report.at);
  if (is(event, 'name.changed')) return withOwnerNow(withName(next, { ...event.data, sseq: event.sseq }));
  return is(event, 'person.renamed') ? withOwner(next, event.data) : next;
}

function withOwner(order: Order, { userId, name }: EventData['person.renamed']): Order {
  const renamed = <T extends { by: string; byName: string }>(entries: T[]): T[] =>
    entries.map((entry) => (entry.by === userId ? { ...entry, byName: name } : entry));
  return {
    ...withoutName(order, userId),
    renamed: { ...order.renamed, [userId]: name },
    ownerName: order.ownerId === userId ? name : order.ownerName,
    history: renamed(order.history),
    ...(order.parcels === undefined ? {} : { parcels: renamed(order.parcels) }),
    ...(order.colleagues === undefined ? {} : { colleagues: colleaguesRenamed(order.colleagues, userId, name) }),
    ...(order.cells === undefined ? {} : { cells: renamed(order.cells) }),
    ...(order.reports === undefined ? {} : { reports: renamed(order.reports) }),
  };
}

function withOwnerNow(order: Order): Order {
  const { ownerId, ownerName: name, colleagues } = order;
  const now = { ...order, ownerName: nameNow(order, ownerId, { name, sseq: 0 }) };
  return colleagues === undefined ? now : { ...now, colleagues: colleaguesNow(order, colleagues) };
}

/**
 * Returns a `foldOrder` for many events: it copies the document of an order at its first change, and writes later changes
 * into that copy, because a copy of a large document for each of many small changes is expensive. So who keeps an order
 * while others are folded into it copies its document.
 */
export function orderFolding(): typeof foldOrder {
  const copies = new WeakSet<Order['doc']>();
  return (order, event) => {
    if (order === undefined || !is(event, 'order.patched')) return foldOrder(order, event);
    const isCopied = copies.has(order.doc);
    const next = { ...order, sseq: Math.max(order.sseq, event.sseq) };
    const changed = isCopied ? writeChanges(next, event) : withChanges(next, event);
    copies.add(changed.doc);
    return changed;
  };
}

/** Folds the events of an order one after the other, oldest first, and returns each with the order after it, as `orderFolding`. */
export function* foldHistory(events: readonly Event[]): Generator<[event: Event, order: Order]> {
  const fold = orderFolding();
  let order: Order | undefined;
  for (const event of events) {
    order = fold(order, event);
    if (order !== undefined) yield [event, order];
  }
}

function withChanges(order: Order, event: Event<'order.patched'>): Order {
  const { doc, vers, at, writers } = order;
  const copied = { ...order, doc: { ...doc }, vers: { ...vers }, at: { ...at } };
  return writeChanges(writers === undefined ? copied : { ...copied, writers: { ...writers } }, event);
}

function writeChanges(next: Order, event: Event<'order.patched'>): Order {
  for (const { path, value, ver } of event.data.changes) {
    const key = versionKeyOf(path);
    // Each field is guarded by its own position; a version key that several fields share, by the newest of them.
    if ((next.at[path] ?? 0) > event.sseq) continue;
    if (value === null) delete next.doc[path];
    else next.doc[path] = value;
    next.at[path] = event.sseq;
    noteWriter(next, path, event.data.by);
    if ((next.at[`ver:${key}`] ?? 0) <= event.sseq) {
      next.at[`ver:${key}`] = event.sseq;
      next.vers[key] = ver;
    }
  }
  next.conflicts = next.conflicts.filter((conflict) => conflict.sseq > (next.at[conflict.path] ?? 0));
  return touched(next, event.data.at);
}

function withConflicts(order: Order, event: Event<'order.field_conflict'>): Order {
  const fresh = event.data.conflicts
    .filter((conflict) => event.sseq > (order.at[conflict.path] ?? 0))
    .map((conflict) => ({ ...conflict, sseq: event.sseq }));
  const others = order.conflicts.filter(
    (old) => old.sseq > event.sseq || !fresh.some((conflict) => conflict.path === old.path),
  );
  const known = new Set(others.map((conflict) => conflict.path));
  const conflicts = [...others, ...fresh.filter((conflict) => !known.has(conflict.path))];
  return touched({ ...order, conflicts: conflicts.sort((a, b) => a.sseq - b.sseq) }, event.data.at);
}

function withParcel(order: Order, { data, sseq }: Event<'parcel.changed'>): Order {
  const { parcels = [], renamed } = order;
  if (parcels.some((old) => old.sseq === sseq)) return order;
  const entry = { ...data.entry, byName: renamed?.[data.entry.by] ?? data.entry.byName, sseq };
  return touched({ ...order, parcels: [...parcels, entry].sort((a, b) => (a.sseq ?? 0) - (b.sseq ?? 0)) }, entry.at);
}

function withStatus(order: Order, event: Event<'order.status_changed'>): Order {
  const { by, byName } = event.data.entry;
  const entry = { ...event.data.entry, byName: order.renamed?.[by] ?? byName, sseq: event.sseq };
  const known = order.history.some((old) => old.sseq === entry.sseq);
  const history = known ? order.history : [...order.history, entry].sort((a, b) => a.sseq - b.sseq);
  if ((order.at['status'] ?? 0) > event.sseq) return touched({ ...order, history }, entry.at);
  return touched(
    {
      ...order,
      history,
      status: entry.to,
      quote: event.data.quote === undefined ? order.quote : event.data.quote,
      at: { ...order.at, status: event.sseq },
    },
    entry.at,
  );
}

function touched(order: Order, at: string): Order {
  return at > order.updatedAt ? { ...order, updatedAt: at } : order;
}
