import { Dexie, type Table, type Transaction } from 'dexie';
import type { Handoff, Message, Room } from '#domain/chat/chat.ts';
import type { Side } from '#domain/account/room-types.ts';
import type { Lane } from '#domain/spine/commands.ts';
import type { CommandArgs, CommandType } from '#domain/spine/wire/commands.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { SavedEntry } from '#domain/assistant/wire/saved-knowledge.ts';
import type { Order, Quote } from '#domain/order/data/order.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';

/**
 * The schema of a user's database. A device has one for each user who signs in. Stored names are short, because every
 * record carries them: `n` number, `b` record, `a` reply, `ns` numbers, `i` id.
 */

/** A command in the outbox. It stays until the cursor reaches its position. */
export interface OutboxEntry<T extends CommandType = CommandType> {
  /** Sequence number on this device, independent of clocks: see `numberOf` in pending.ts. */
  n: number;
  cmdId: string;
  type: T;
  v: number;
  args: CommandArgs<T>;
  lane: Lane;
  /** Ids of commands that must be applied, and hashes of files that must be uploaded, before this one is sent. */
  deps: string[];
  /**
   * Time of the append by the device's clock, in ms since 1970: for display, and as a first check of the command's age.
   */
  createdAt: number;
  /**
   * The last server time that this device knew at the append, in ms since 1970: the command is not older than that.
   */
  heardAt?: number;
  appVersion: string;
  /** The price the user has seen when placing the order. It stays on this device, to show what has changed since. */
  seen?: Quote;
  /** The order that staff have seen when they took a step. It stays on this device, to show what has changed since. */
  before?: SeenOrder;
  /** Message that was handed over. It stays on this device, which shows it until the server's message has arrived. */
  handed?: HandedMessage;
}

/** The question and its context, as the experts will see them. */
export type HandedMessage = Pick<Message, 'content'> & { handoff: Handoff };

/** Parts of a version of an order that can be compared with a later one. */
export type SeenOrder = Pick<Order, 'sseq' | 'doc' | 'quote'>;

/**
 * All appends of one turn of the event loop, at most `pushCommands` (500), because the cost of IndexedDB is per
 * record (decision 0001). Records are immutable, so readers may cache them by `b`: an edited entry is written to a new
 * record, and progress is in `progress`.
 */
export interface OutboxRecord {
  b: number;
  /** Entries have no `n`, because it is derived. Only an entry from an earlier record keeps its `n`. */
  entries: StoredEntry[];
}

export type StoredEntry = Omit<OutboxEntry, 'n'> & { n?: number };

/** Progress of one outbox record. The row is created when one of its entries is first sent or removed. */
export interface ProgressRow {
  b: number;
  /** Number of entries in the record. When all are removed, the record is deleted. */
  size: number;
  /** Numbers of the removed entries: settled by a pull, refused or discarded. */
  gone: number[];
  /** Set before any of its entries is sent. Sent entries are never coalesced. */
  sent: boolean;
}

/** The commands accepted in one reply, until the cursor reaches their position. */
export interface AcceptedRow {
  a: number;
  ns: number[];
  /** The highest position of these commands. */
  pos: Cursor;
}

/** A refused command, which stays until its user decides. */
export interface RefusedRow {
  cmdId: string;
  entry: OutboxEntry;
  code: string;
  message: string;
  details?: unknown;
  at: number;
  /** Place of a message in its room; rows of older versions, and commands that were never sent, have none. */
  place?: RefusedPlace;
}

/** A place in a room, by what stood there when the message was refused. */
export interface RefusedPlace {
  /** Position of the room's newest confirmed message. */
  after: number;
  /** Id of the last message that its author wrote before it, if that was not confirmed yet. */
  behind?: string;
  /** Id of the first message that its author wrote after it, if that was confirmed already. */
  before?: string;
}

/** Many messages of one room in one record. The page is computed from the message's position. */
export interface MessagePageRow {
  roomId: string;
  /**
   * Negated page number (0, -1, -2, ...), so that an ascending scan returns the newest page first.
   */
  page: number;
  /**
   * The messages by position, ascending, as JSON: cloning and parsing a string is several times faster in a browser
   * than cloning the objects.
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
  /** Fetched from the server to be read offline, and not written here. */
  kept?: true;
}

/** The range of a room's messages on this device. */
export interface RoomRangeRow {
  roomId: string;
  /** First position of the range. */
  from: number;
  /** Whether the room has no messages before `from`. */
  complete: boolean;
  /** Position up to which each side's devices have received messages, for the ticks. It is not part of the log. */
  delivered?: Record<Side, number>;
}

export interface DraftRow {
  key: string;
  value: unknown;
  at: number;
}

/** An entry of the sync log, which users export for support. It is not the event log. */
export interface SyncLogRow {
  i?: number;
  at: number;
  what: string;
  detail?: unknown;
}

export interface MetaRow {
  key: string;
  value: unknown;
}

/** The IndexedDB database of one user on this device. The type of its rows describes each table. */
export class UserDb extends Dexie {
  declare meta: Table<MetaRow, string>;
  declare rooms: Table<Room, string>;
  declare messages: Table<MessagePageRow, [string, number]>;
  declare orders: Table<Order, string>;
  /** Entries that an older version of the app stored lack the fields of `SavedEntry`. */
  declare knowledge: Table<KnowledgeEntry & Partial<SavedEntry>, string>;
  declare people: Table<Me, string>;
  declare windows: Table<RoomRangeRow, string>;
  declare outbox: Table<OutboxRecord, number>;
  declare progress: Table<ProgressRow, number>;
  declare acks: Table<AcceptedRow, number>;
  declare attention: Table<RefusedRow, string>;
  declare blobs: Table<BlobRow, string>;
  declare drafts: Table<DraftRow, string>;
  declare synclog: Table<SyncLogRow, number>;

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
      .upgrade(upgradeFromEarlier);
  }
}

/** Returns the tables of confirmed rows: folded from events, replaced by a snapshot, cleared at a sign-out. */
export function rowTables(db: UserDb) {
  return [db.rooms, db.messages, db.orders, db.knowledge, db.people, db.windows] as const;
}

/** Upgrades from any earlier version. Each step skips rows that are upgraded already. */
async function upgradeFromEarlier(tx: Transaction): Promise<void> {
  await moveAcceptedOutOfProgress(tx);
  await convertMessagePages(tx);
}

/** Converts pages of versions 1 and 2, which had messages as objects and a positive page number. */
async function convertMessagePages(tx: Transaction): Promise<void> {
  const pages = tx.table<MessagePageRow & { rows?: Message[] }, [string, number]>('messages');
  for (const key of await pages.toCollection().primaryKeys()) {
    const page = await pages.get(key);
    if (page?.rows === undefined) continue;
    await pages.delete(key);
    await pages.put({ roomId: page.roomId, page: 0 - page.page, text: JSON.stringify(page.rows) });
  }
}

/** Converts version 1, which kept accepted entries in the progress rows. That cost one write per record of a reply. */
async function moveAcceptedOutOfProgress(tx: Transaction): Promise<void> {
  const rows = await tx.table<ProgressRow & { accepted?: number[]; acceptedPos?: Cursor }>('progress').toArray();
  for (const { accepted, acceptedPos, ...row } of rows) {
    if (acceptedPos !== undefined && accepted !== undefined && accepted.length > 0) {
      await tx.table('acks').add({ ns: accepted, pos: acceptedPos });
    }
    await tx.table('progress').put(row);
  }
}

/** Narrows an entry to a command's type. */
export function isEntry<T extends OutboxEntry['type']>(entry: OutboxEntry, type: T): entry is OutboxEntry<T> {
  return entry.type === type;
}
