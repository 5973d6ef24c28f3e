import { Dexie } from 'dexie';
import type { Lane } from '#domain/spine/commands.ts';
import type { AcceptedRow, OutboxEntry, OutboxRecord, ProgressRow, UserDb } from './schema.ts';

/** One record of the outbox with the entries that are left in it. */
interface QueueRecord {
  b: number;
  /** Number of entries it was created with. */
  size: number;
  /** Entries that are still in it, oldest first. */
  entries: readonly OutboxEntry[];
  sent: boolean;
}

/** A snapshot of the outbox: every command that no pull has passed. */
export class PendingCommands {
  /** The accepting receipts, as stored. */
  readonly acks: readonly AcceptedRow[];
  readonly #records: readonly QueueRecord[];
  readonly #accepted: ReadonlySet<number>;
  readonly #byKey: Map<number, QueueRecord>;
  #entries: readonly OutboxEntry[] | undefined;
  /** Records of entries that kept their number when they moved to another record; rare. */
  #moved: Map<number, QueueRecord> | undefined;

  constructor(records: readonly QueueRecord[], acks: readonly AcceptedRow[]) {
    this.acks = acks;
    this.#records = records;
    this.#accepted = new Set(acks.flatMap(({ ns }) => ns));
    this.#byKey = new Map(records.map((record) => [record.b, record]));
  }

  /** The highest key of a record; -1 when there is none. */
  get lastRecord(): number {
    return this.#records.reduce((most, { b }) => Math.max(most, b), -1);
  }

  /** All commands, oldest first. */
  get entries(): readonly OutboxEntry[] {
    this.#entries ??= inOrder(this.#records.flatMap(({ entries }) => entries));
    return this.#entries;
  }

  /** Commands without an accepting receipt, oldest first. */
  unaccepted(): OutboxEntry[] {
    const entries = this.entries;
    return this.#accepted.size === 0 ? [...entries] : entries.filter(({ n }) => !this.#accepted.has(n));
  }

  /** Whether the server has accepted the entry. */
  isAccepted(n: number): boolean {
    return this.#accepted.has(n);
  }

  /** Whether any entry of its record was sent in a frame. Only entries of unsent records may still change. */
  isSent(n: number): boolean {
    return this.#recordOf(n)?.sent === true;
  }

  /** Whether the entry is in another record than its first: it was changed, or restored after the browser deleted it. */
  hasMoved(n: number): boolean {
    const record = this.#recordOf(n);
    return record !== undefined && record.b !== recordOf(n);
  }

  /** Whether the entry is still in the outbox. */
  has(n: number): boolean {
    return this.#recordOf(n) !== undefined;
  }

  /** Returns the records of these entries: key, size, and which of `ns` each has. */
  recordsWith(ns: Iterable<number>): { b: number; size: number; ns: number[] }[] {
    const records = new Map<number, { b: number; size: number; ns: number[] }>();
    // Two replies may settle the same entry; it leaves its record once.
    for (const n of new Set(ns)) {
      const record = this.#recordOf(n);
      if (record === undefined) continue;
      const found = records.get(record.b);
      if (found === undefined) records.set(record.b, { b: record.b, size: record.size, ns: [n] });
      else found.ns.push(n);
    }
    return [...records.values()];
  }

  #recordOf(n: number): QueueRecord | undefined {
    const born = this.#byKey.get(recordOf(n));
    if (born !== undefined && holds(born, n)) return born;
    this.#moved ??= new Map(
      this.#records.flatMap((record) =>
        record.entries.flatMap((entry) => (recordOf(entry.n) === record.b ? [] : [[entry.n, record] as const])),
      ),
    );
    return this.#moved.get(n);
  }
}

function holds({ entries, size }: QueueRecord, n: number): boolean {
  const at = indexInRecord(n);
  if (entries.length === size) return entries[at]?.n === n;
  return entries.some((entry) => entry.n === n);
}

function inOrder(entries: OutboxEntry[]): OutboxEntry[] {
  const isSorted = entries.every((entry, i) => i === 0 || (entries[i - 1] as OutboxEntry).n < entry.n);
  return isSorted ? entries : entries.sort((a, b) => a.n - b.n);
}

/** Cache of records by database: a record never changes under its key, so a browser page reads it once. */
const known = new WeakMap<UserDb, Map<number, readonly OutboxEntry[]>>();

/** Adds records to the cache. Call after their transaction has committed, because until then it may fail. */
export function cacheRecords(db: UserDb, records: readonly OutboxRecord[]): void {
  const kept = known.get(db) ?? new Map<number, readonly OutboxEntry[]>();
  for (const record of records) kept.set(record.b, numberEntries(record));
  known.set(db, kept);
}

/** Returns the cached entries, by the key of their record. */
export function cachedRecords(db: UserDb): ReadonlyMap<number, readonly OutboxEntry[]> {
  return known.get(db) ?? new Map<number, readonly OutboxEntry[]>();
}

/** Empties the cache. Call when the database is another one, where the same keys name other records. */
export function forgetRecords(db: UserDb): void {
  known.delete(db);
}

/** Reads the outbox in a transaction of its own; see `pendingIn`. */
export function readPending(db: UserDb, isWatched = true): Promise<PendingCommands> {
  return db.transaction('r!', outboxTables(db), async () => pendingIn(db, isWatched));
}

/** Returns the tables of the outbox. */
export function outboxTables(db: UserDb) {
  return [db.outbox, db.progress, db.acks];
}

/**
 * Reads the outbox inside a transaction over `outboxTables`. Cached records are not read again.
 * @param isWatched whether a live query may read it, which costs one more request
 */
export async function pendingIn(db: UserDb, isWatched = true): Promise<PendingCommands> {
  return pendingFrom(db, await readStoredOutbox(db, isWatched));
}

/** The outbox as stored, without the records that are cached. */
interface StoredOutbox {
  keys: readonly number[];
  /** Records that are not in the cache. */
  fresh: readonly OutboxRecord[];
  progress: readonly ProgressRow[];
  acks: readonly AcceptedRow[];
}

/** Reads the outbox from the disk. When it is empty, as it mostly is, this is one round trip. */
async function readStoredOutbox(db: UserDb, isWatched: boolean): Promise<StoredOutbox> {
  const before = known.get(db);
  if (before === undefined) {
    const fresh = await db.outbox.toArray();
    if (fresh.length === 0) return { keys: [], fresh, progress: [], acks: [] };
    const [progress, acks] = await Promise.all([db.progress.toArray(), db.acks.toArray()]);
    return { keys: fresh.map(({ b }) => b), fresh, progress, acks };
  }
  // The count is for live queries, which never write: Dexie does not see that a key made by the browser changes the
  // list of keys.
  const count = isWatched && Dexie.currentTransaction.mode === 'readonly' ? db.outbox.count() : undefined;
  const [keys] = await Promise.all([db.outbox.toCollection().primaryKeys(), count]);
  if (keys.length === 0) return { keys, fresh: [], progress: [], acks: [] };
  const missing = keys.filter((b) => !before.has(b));
  const [progress, acks, fresh] = await Promise.all([
    db.progress.toArray(),
    db.acks.toArray(),
    missing.length === 0 ? [] : db.outbox.bulkGet(missing),
  ]);
  return { keys, fresh: fresh.flatMap((record) => record ?? []), progress, acks };
}

/** Builds the snapshot from stored and cached records. */
function pendingFrom(db: UserDb, now: StoredOutbox): PendingCommands {
  const progress = new Map(now.progress.map((row) => [row.b, row]));
  const records = updateCache(db, now);
  return new PendingCommands(
    now.keys.map((b) => asRecord(b, records.get(b) ?? [], progress.get(b))),
    now.acks,
  );
}

function asRecord(b: number, all: readonly OutboxEntry[], progress: ProgressRow | undefined): QueueRecord {
  const gone = new Set(progress?.gone);
  const entries = gone.size === 0 ? all : all.filter(({ n }) => !gone.has(n));
  return { b, size: all.length, entries, sent: progress?.sent === true };
}

/** Updates the cache: adds the records just read, and drops those no longer stored. @returns the cache */
function updateCache(db: UserDb, { keys, fresh }: StoredOutbox): Map<number, readonly OutboxEntry[]> {
  const before = known.get(db);
  const now = new Map<number, readonly OutboxEntry[]>();
  for (const b of keys) {
    const entries = before?.get(b);
    if (entries !== undefined) now.set(b, entries);
  }
  for (const record of fresh) now.set(record.b, numberEntries(record));
  known.set(db, now);
  return now;
}

/**
 * Returns the number of an entry: its record's key times `entriesPerRecord`, plus its index in the record. The browser
 * assigns keys in the order of the transactions, across tabs, and never reuses one, so an append needs no counter.
 */
function numberOf(b: number, at: number): number {
  return b * entriesPerRecord + at;
}

/** Returns the key of the record an entry was made in. */
export function recordOf(n: number): number {
  return Math.floor(n / entriesPerRecord);
}

function indexInRecord(n: number): number {
  return n % entriesPerRecord;
}

/** More than a record can hold (`pushCommands`). Part of stored numbers, so it must never change. */
const entriesPerRecord = 1024;

/** Returns a record's entries with their numbers. */
export function numberEntries({ b, entries }: OutboxRecord): OutboxEntry[] {
  return entries.map((entry, at) => ({ ...entry, n: entry.n ?? numberOf(b, at) }));
}

/** Returns the pending commands of one lane, oldest first. */
export function inLane(pending: { entries: readonly OutboxEntry[] }, lane: Lane): OutboxEntry[] {
  return pending.entries.filter((entry) => entry.lane === lane);
}
