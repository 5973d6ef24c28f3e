import { canonicalJson } from '#domain/ground/json.ts';
import { comparePositions, hasPassed, type Cursor } from '#domain/spine/wire/sync.ts';
import type { MessagePageRow, UserDb, RoomRangeRow } from '../../src/db/schema.ts';
import type { Room } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { Device } from './device/device.ts';
import type { Kept, Ledger } from './ledger.ts';
import type { Seen } from './server.ts';
import { commandsIn, cursorIn, messagesIn, storedIn } from './stored.ts';

/** Invariants of a device at any moment. Each check returns the violations as text. */

/** A device's database at one moment. */
export interface Moment {
  device: Device;
  /** Entries stored before this moment. */
  kept: Kept[];
  forgotten: number;
  cursor: Cursor | undefined;
  queued: Set<string>;
  rooms: readonly Room[];
  orders: readonly Order[];
  windows: readonly RoomRangeRow[];
  pages: readonly MessagePageRow[];
}

export function momentOf(device: Device, db: UserDb, ledger: Ledger): Moment {
  return {
    device,
    kept: ledger.of(device).filter(({ cmdId }) => cmdId !== undefined),
    forgotten: device.forgotten,
    cursor: cursorIn(db),
    queued: new Set([...commandsIn(db), ...storedIn(db.attention)].map(({ cmdId }) => cmdId)),
    rooms: storedIn(db.rooms),
    orders: storedIn(db.orders),
    windows: storedIn(db.windows),
    pages: storedIn(db.messages),
  };
}

/**
 * (c) and rule 5: every stored entry is in the outbox, or was handed back to its user, or a pull has passed its
 * position.
 */
export function lostAt({ device, kept, queued, cursor }: Moment, ledger: Ledger, server: Seen): string[] {
  const back = [...ledger.discardedOn(device)].filter((cmdId) => queued.has(cmdId));
  return [
    ...back.map((cmdId) => `(c) on ${device.name} ${cmdId} came back after it was discarded`),
    ...kept.flatMap((entry) => lossOf(entry, queued, cursor, server)),
  ];
}

function lossOf(entry: Kept, queued: Set<string>, cursor: Cursor | undefined, server: Seen): string[] {
  const { cmdId = '', device, text } = entry;
  if (entry.decided || entry.isLost || queued.has(cmdId)) return [];
  const answer = server.answerTo(cmdId);
  if (answer === undefined || !('pos' in answer)) return [`(c) ${device.name} lost "${text}" before the server had it`];
  if (cursor === undefined || cursor.epoch !== answer.pos.epoch || hasPassed(cursor, answer.pos)) return [];
  return [`(c) ${device.name} dropped "${text}" before a pull had passed its place`];
}

/** (e) The cursor never goes back within one epoch, unless a sign-out deletes it. */
export class CursorWatch {
  readonly #last = new Map<Device, { cursor: Cursor; forgotten: number }>();

  movedBack({ device, cursor, forgotten }: Moment): string[] {
    const last = this.#last.get(device);
    if (cursor === undefined || device.forgotten !== forgotten) this.#last.delete(device);
    else this.#last.set(device, { cursor, forgotten });
    if (cursor === undefined || last?.cursor.epoch !== cursor.epoch || last.forgotten !== forgotten) return [];
    return comparePositions(cursor, last.cursor) < 0 ? [`(e) the cursor of ${device.name} went back`] : [];
  }
}

/**
 * (b) At any moment, a room or order on the device equals the server's at the same position, with no message missing.
 */
export function strayRows({ device, cursor, rooms, orders, windows, pages }: Moment, seen: Seen): string[] {
  if (cursor === undefined || cursor.epoch !== seen.epoch) return [];
  const wrong: string[] = [];
  for (const [kind, rows] of [['room', rooms] as const, ['order', orders] as const]) {
    for (const row of rows) {
      const then = seen.became.get(`${kind}:${row.id}`)?.get(row.sseq);
      const has = textOf(row);
      if (then === undefined || (textOf(then) !== has && canonicalJson(erased(then as Room | Order)) !== has))
        wrong.push(`(b) ${device.name} has ${kind} ${row.id} at ${row.sseq} as it never was`);
    }
  }
  const from = new Map(windows.map((window) => [window.roomId, window.from]));
  for (const room of rooms) {
    const first = from.get(room.id);
    if (first === undefined) continue;
    const has = new Set(pages.flatMap((page) => (page.roomId === room.id ? messagesIn(page).map(({ id }) => id) : [])));
    const missing = (seen.rows.messages.get(room.id) ?? []).find(
      (message) => message.sseq >= first && message.sseq <= room.sseq && !has.has(message.id),
    );
    if (missing !== undefined) wrong.push(`(b) ${device.name} has a gap in room ${room.id} at ${missing.sseq}`);
  }
  return wrong;
}

/** (i) A page of messages has no answer that the server has not finished: what is being written is never stored. */
export function unwrittenAnswers({ device, cursor, pages }: Moment, seen: Seen): string[] {
  if (cursor === undefined || cursor.epoch !== seen.epoch) return [];
  return pages.flatMap((page) => {
    const said = new Map((seen.rows.messages.get(page.roomId) ?? []).map((message) => [message.id, message.content]));
    return messagesIn(page)
      .filter(({ id, author, content }) => author.kind === 'assistant' && said.get(id) !== content)
      .map(({ id }) => `(i) ${device.name} stores answer ${id} as nobody finished it`);
  });
}

/** (h) A visitor who borrowed the device has none of its owner's data. */
export function seenOfOthers({ device, rooms, orders }: Moment): string[] {
  if (device.me === device.owner) return [];
  const mine = device.me.id;
  return [
    ...rooms.filter(({ customerId }) => customerId !== mine),
    ...orders.filter(({ ownerId }) => ownerId !== mine),
  ].map(({ id }) => `(h) ${device.me.display_name} sees ${id} on ${device.name}`);
}

/** Returns the row as a device gets it after the content of a message was removed from the log. */
function erased(row: Room | Order): Room | Order {
  return 'last' in row && row.last !== null ? { ...row, last: { ...row.last, preview: '' } } : row;
}

/** Caches texts of rows, because the rows of server and devices are immutable and each is compared often. */
const texts = new WeakMap<object, string>();

function textOf(row: unknown): string {
  const known = texts.get(row as object);
  if (known !== undefined) return known;
  const text = canonicalJson(row);
  texts.set(row as object, text);
  return text;
}

/** Returns storage faults of our own code, which a retry would hide; those of a killed page do not count. */
export async function faultsOn(device: Device, db: UserDb): Promise<string[]> {
  const rows = await db.synclog.filter(({ what }) => what.startsWith('fault in')).toArray();
  return rows
    .map(({ what, detail }) => `(g) ${device.name}: ${what}: ${JSON.stringify(detail)}`)
    .filter((text) => /PrematureCommit|TransactionInactive|TypeError|ConstraintError|DataError/.test(text));
}
