import { Dexie, type Table, type Transaction } from 'dexie';
import type { Message, Room, Side } from '#domain/chat.ts';
import type { CommandArgs, CommandType, Lane } from '#domain/commands.ts';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { Order } from '#domain/order/order.ts';
import type { Cursor } from '#domain/protocol/sync.ts';
import type { Me } from '#domain/users.ts';

/** The databases on a device: one for each person who signs in on it. */

/** One command waiting to be known as applied. */
export interface OutboxEntry<T extends CommandType = CommandType> {
  /** Order of making on this device, never a clock: follows from the record's key, see `numberOf` in pending.ts. */
  n: number;
  cmdId: string;
  type: T;
  v: number;
  args: CommandArgs<T>;
  lane: Lane;
  /** cmdIds and blob hashes that must be done first. */
  deps: string[];
  /** By the device's clock: for display, and for a first doubt whether it waits for too long. */
  createdAt: number;
  /** The server's clock when it was last heard before: what is made after that cannot be older. */
  heardAt?: number;
  appVersion: string;
}

/**
 * All appends of one turn in one record: IndexedDB costs per record, see docs/decisions. A record never changes under its
 * key (what is coalesced moves to a new key), so readers may keep it by `b`; what changes is in `progress`.
 */
export interface OutboxRecord {
  b: number;
  /** Without a number until they are read, except those that have kept one from an earlier record. */
  entries: StoredEntry[];
}

export type StoredEntry = Omit<OutboxEntry, 'n'> & { n?: number };

/** What has become of one outbox record; no row while nothing of it was sent. */
export interface ProgressRow {
  b: number;
  /** How many entries the record has; when as many are gone, the record goes too. */
  size: number;
  /** The `n` that have left the record: settled by a pull, refused or discarded. */
  gone: number[];
  /** Set before its first frame leaves; from then on nothing in it is coalesced. */
  sent: boolean;
}

/** What the server has accepted of one frame, until a pull has passed its place: one row for each reply. */
export interface AckRow {
  a: number;
  ns: number[];
  /** The highest place the server gave to these. */
  pos: Cursor;
}

/** A command the server refused, or one that waits for a refused one: it stays until its owner decides. */
export interface AttentionRow {
  cmdId: string;
  entry: OutboxEntry;
  code: string;
  message: string;
  details?: unknown;
  at: number;
}

/** Many messages of one room in one record; a message's page follows from its place. */
export interface MessagePageRow {
  roomId: string;
  /** Counted backwards, 0, -1, -2: so the newest come first, and are found without knowing their number. */
  page: number;
  /**
   * Its messages by place, ascending, as JSON: a browser clones a text several times faster than the objects it says,
   * parsing included.
   */
  text: string;
}

export interface BlobRow {
  sha256: string;
  bytes: Blob;
  name: string;
  mime: string;
  size: number;
  uploadUrl: string | null;
  uploaded: boolean;
}

/** How far back a room's messages are on this device. */
export interface WindowRow {
  roomId: string;
  from: number;
  complete: boolean;
  /** Up to which place each side's devices have the messages; for the ticks, outside the log. */
  delivered?: Record<Side, number>;
}

export interface DraftRow {
  key: string;
  value: unknown;
  at: number;
}

export interface LogRow {
  i?: number;
  at: number;
  what: string;
  detail?: unknown;
}

export interface MetaRow {
  key: string;
  value: unknown;
}

export class UserDb extends Dexie {
  declare meta: Table<MetaRow, string>;
  declare rooms: Table<Room, string>;
  declare messages: Table<MessagePageRow, [string, number]>;
  declare orders: Table<Order, string>;
  declare knowledge: Table<KnowledgeEntry, string>;
  declare people: Table<Me, string>;
  declare windows: Table<WindowRow, string>;
  declare outbox: Table<OutboxRecord, number>;
  declare progress: Table<ProgressRow, number>;
  declare acks: Table<AckRow, number>;
  declare attention: Table<AttentionRow, string>;
  declare blobs: Table<BlobRow, string>;
  declare drafts: Table<DraftRow, string>;
  declare synclog: Table<LogRow, number>;

  constructor(userId: string) {
    super(`vfp_u_${userId}`, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(3)
      .stores({
        meta: '&key',
        rooms: '&id',
        messages: '&[roomId+page]',
        orders: '&id',
        knowledge: '&id',
        people: '&id',
        windows: '&roomId',
        outbox: '++b',
        progress: '&b',
        attention: '&cmdId',
        blobs: '&sha256',
        drafts: '&key',
        synclog: '++i',
        acks: '++a',
      })
      .upgrade(fromEarlier);
  }
}

/** From any earlier version to this one; each step leaves alone what is as it should be already. */
async function fromEarlier(tx: Transaction): Promise<void> {
  await acksFromProgress(tx);
  await textsNewestFirst(tx);
}

/** Until version 2 a page held its messages as objects, and was counted forwards. */
async function textsNewestFirst(tx: Transaction): Promise<void> {
  const pages = tx.table<MessagePageRow & { rows?: Message[] }, [string, number]>('messages');
  for (const key of await pages.toCollection().primaryKeys()) {
    const page = await pages.get(key);
    if (page?.rows === undefined) continue;
    await pages.delete(key);
    await pages.put({ roomId: page.roomId, page: 0 - page.page, text: JSON.stringify(page.rows) });
  }
}

/** Version 1 kept what was accepted in each record's progress, which cost a write for every record a reply touched. */
async function acksFromProgress(tx: Transaction): Promise<void> {
  const rows = await tx.table<ProgressRow & { accepted?: number[]; acceptedPos?: Cursor }>('progress').toArray();
  for (const { accepted, acceptedPos, ...row } of rows) {
    if (acceptedPos !== undefined && accepted !== undefined && accepted.length > 0) {
      await tx.table('acks').add({ ns: accepted, pos: acceptedPos });
    }
    await tx.table('progress').put(row);
  }
}
