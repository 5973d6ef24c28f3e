import type { CommandType } from '#domain/spine/wire/commands.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { ParcelEntry } from '#domain/order/data/goods.ts';
import type { Json } from '#domain/ground/json.ts';
import { versionKeyOf } from '#domain/order/data/version-key.ts';
import type { Me } from '#domain/account/users.ts';
import { type OutboxEntry, isEntry } from '../../db/schema.ts';

/** An order with its pending commands applied, and the versions on which the next patch builds. A pure projection. */
export interface ProjectedOrder {
  order: Order;
  unsaved: number;
  pendingTransition: string | null;
}

/** Applies pending commands to an order. @returns undefined where there is neither a row nor a first patch */
export function projectOrder(
  confirmed: Order | undefined,
  orderId: string,
  entries: readonly OutboxEntry[],
  me: Me,
): ProjectedOrder | undefined {
  const patches = entries.filter((entry): entry is OutboxEntry<'order.patch'> => isEntry(entry, 'order.patch'));
  const start = confirmed ?? (patches[0] && emptyOrder(orderId, patches[0].createdAt, me));
  if (start === undefined) return undefined;
  const waiting = parcelEntriesIn(entries, me);
  const parcels = waiting.length === 0 ? {} : { parcels: [...(start.parcels ?? []), ...waiting] };
  return {
    order: { ...withShare(patches.reduce(withPatch, start), entries), ...parcels },
    unsaved: patches.length,
    pendingTransition: pendingTransitionIn(entries),
  };
}

function withPatch(order: Order, entry: OutboxEntry<'order.patch'>): Order {
  const doc = { ...order.doc };
  const vers = { ...order.vers };
  for (const { path, value } of entry.args.changes) {
    if (value === null) delete doc[path];
    else doc[path] = value as Json;
    vers[versionKeyOf(path)] = entry.cmdId;
  }
  const written = new Set(entry.args.changes.map(({ path }) => path));
  return { ...order, doc, vers, conflicts: order.conflicts.filter(({ path }) => !written.has(path)) };
}

/** Applies the newest list of colleagues. Of those who are new in it, only the server knows the names. */
function withShare(order: Order, entries: readonly OutboxEntry[]): Order {
  const newest = entries.findLast((entry): entry is OutboxEntry<'order.share'> => isEntry(entry, 'order.share'));
  if (newest === undefined || order.colleagues === undefined) return order;
  const { userIds } = newest.args;
  return { ...order, colleagues: order.colleagues.map((each) => ({ ...each, edits: userIds.includes(each.userId) })) };
}

/** Returns the steps of parcels that wait on this device, as entries without a position. */
function parcelEntriesIn(entries: readonly OutboxEntry[], me: Me): ParcelEntry[] {
  return entries.flatMap((entry) => {
    if (!isEntry(entry, 'parcel.change')) return [];
    const { orderId: _orderId, ...step } = entry.args;
    const at = new Date(entry.createdAt).toISOString();
    return [{ ...step, by: me.id, byName: me.display_name, at, sseq: null }];
  });
}

function pendingTransitionIn(entries: readonly OutboxEntry[]): string | null {
  let event: string | null = null;
  for (const entry of entries) {
    if (isEntry(entry, 'order.place')) event = 'PLACE';
    if (isEntry(entry, 'order.transition')) event = entry.args.event;
  }
  return event;
}

function emptyOrder(orderId: string, createdAt: number, me: Me): Order {
  const at = new Date(createdAt).toISOString();
  return {
    id: orderId,
    number: '',
    ownerId: me.id,
    ownerName: me.display_name,
    companyId: me.company_id,
    status: 'draft',
    doc: {},
    vers: {},
    conflicts: [],
    quote: null,
    history: [],
    createdAt: at,
    updatedAt: at,
    at: {},
    sseq: 0,
  };
}

/** Types of the commands by which staff act on orders. */
export type StaffType =
  | Extract<CommandType, `cells.${string}` | `report.${string}`>
  | 'order.transition'
  | 'order.note'
  | 'order.assign';

/** Whether it is a command of staff. A status change by a customer names no version. */
export function isStaffEntry(entry: OutboxEntry): entry is OutboxEntry<StaffType> {
  if (isEntry(entry, 'order.transition')) return entry.args.expectVersion !== undefined;
  return /^(cells|report)\.|^order\.(note|assign)$/.test(entry.type);
}
