import type { PromiseExtended } from 'dexie';
import type { Lane } from '#domain/commands.ts';
import type { OutboxEntry, OutboxRecord, ProgressRow, UserDb } from './schema.ts';

/** The outbox as it is now: every command no pull has passed yet, in the order it was made. */
export interface Pending {
  entries: OutboxEntry[];
  /** The `n` the server has accepted. */
  accepted: Set<number>;
  /** The `n` whose record has had a frame sent; only the others may still change. */
  sent: Set<number>;
  /** Which record holds an entry. */
  recordOf: Map<number, number>;
  /** How many entries each record was made with. */
  sizeOf: Map<number, number>;
}

/** Records never change under their key, so each is read once per page of the browser. */
const known = new WeakMap<UserDb, Map<number, OutboxEntry[]>>();

/** Reads the outbox in a transaction of its own. */
export function readPending(db: UserDb): Promise<Pending> {
  return db.transaction('r!', [db.outbox, db.progress], async () => pendingIn(db));
}

/** Reads the outbox inside a transaction over `outbox` and `progress`; records read before are not read again. */
export async function pendingIn(db: UserDb): Promise<Pending> {
  const [keys, , rows] = await Promise.all(queueReads(db));
  return pendingFrom(db, keys, rows, await db.outbox.bulkGet(missingOf(db, keys)));
}

/** What is asked first, all at once. */
export function queueReads(db: UserDb) {
  return [...outboxKeys(db), db.progress.toArray()] as const;
}

/** Keys of records that have not been read yet in this page of the browser. */
export function missingOf(db: UserDb, keys: readonly number[]): number[] {
  const before = known.get(db);
  return before === undefined ? [...keys] : keys.filter((b) => !before.has(b));
}

/** Puts together what was read: all keys, the progress, and the records that were missing. */
export function pendingFrom(
  db: UserDb,
  keys: readonly number[],
  rows: readonly ProgressRow[],
  read: readonly (OutboxRecord | undefined)[],
): Pending {
  const progress = new Map(rows.map((row) => [row.b, row]));
  const records = keepRecords(db, keys, read);
  const pending: Pending = {
    entries: [],
    accepted: new Set(),
    sent: new Set(),
    recordOf: new Map(),
    sizeOf: new Map(),
  };
  for (const b of keys) addRecord(pending, b, records.get(b) ?? [], progress.get(b));
  if (!isSorted(pending.entries)) pending.entries.sort((a, b) => a.n - b.n);
  return pending;
}

/**
 * The keys of the outbox's records, and their count, which a live query needs beside them: Dexie does not notice keys
 * that the browser makes as a change to a list of keys, but as one to a count.
 */
function outboxKeys(db: UserDb): [PromiseExtended<number[]>, PromiseExtended<number>] {
  return [db.outbox.toCollection().primaryKeys(), db.outbox.count()];
}

function addRecord(pending: Pending, b: number, entries: OutboxEntry[], progress: ProgressRow | undefined): void {
  const gone = new Set(progress?.gone);
  pending.sizeOf.set(b, entries.length);
  for (const n of progress?.accepted ?? []) pending.accepted.add(n);
  for (const entry of entries) {
    if (gone.has(entry.n)) continue;
    pending.entries.push(entry);
    pending.recordOf.set(entry.n, b);
    if (progress?.sent === true) pending.sent.add(entry.n);
  }
}

function keepRecords(
  db: UserDb,
  keys: readonly number[],
  read: readonly (OutboxRecord | undefined)[],
): Map<number, OutboxEntry[]> {
  const before = known.get(db);
  const now = new Map<number, OutboxEntry[]>();
  for (const b of keys) {
    const entries = before?.get(b);
    if (entries !== undefined) now.set(b, entries);
  }
  for (const record of read) if (record !== undefined) now.set(record.b, numbered(record));
  known.set(db, now);
  return now;
}

/**
 * The browser numbers records in the order their transactions were made, over all tabs, and never gives a number twice;
 * an entry's number is its record's, with room for the entries of one. So an append needs no counter of its own.
 */
function numberOf(b: number, at: number): number {
  return b * entriesPerRecord + at;
}

const entriesPerRecord = 1024;

function numbered({ b, entries }: OutboxRecord): OutboxEntry[] {
  return entries.map((entry, at) => ({ ...entry, n: entry.n ?? numberOf(b, at) }));
}

function isSorted(entries: OutboxEntry[]): boolean {
  return entries.every((entry, i) => i === 0 || (entries[i - 1] as OutboxEntry).n < entry.n);
}

/** The pending commands of one lane, oldest first. */
export function inLane(pending: Pending, lane: Lane): OutboxEntry[] {
  return pending.entries.filter((entry) => entry.lane === lane);
}

/** The records that hold these entries, each with the `n` asked for. */
function recordsWith(pending: Pending, ns: readonly number[]): Map<number, number[]> {
  const records = new Map<number, number[]>();
  for (const n of ns) {
    const b = pending.recordOf.get(n);
    if (b === undefined) continue;
    const list = records.get(b);
    if (list === undefined) records.set(b, [n]);
    else list.push(n);
  }
  return records;
}

/**
 * Reads the progress of the records that hold these entries, changes it, and writes it; records of which nothing is left
 * are deleted. Call inside a read-write transaction over `outbox` and `progress`.
 */
export async function changeProgress(
  db: UserDb,
  pending: Pending,
  ns: readonly number[],
  change: (row: ProgressRow, ns: number[]) => ProgressRow,
): Promise<void> {
  const records = recordsWith(pending, ns);
  const keys = [...records.keys()];
  const rows = await db.progress.bulkGet(keys);
  const next = keys.flatMap((b, i) => {
    const row = rows[i] ?? freshProgress(b, pending.sizeOf.get(b) ?? 0);
    return [change(row, records.get(b) ?? [])];
  });
  await writeProgress(db, next);
}

/** Takes entries out of their records. */
export function removeEntries(db: UserDb, pending: Pending, ns: readonly number[]): Promise<void> {
  return changeProgress(db, pending, ns, without);
}

/** Marks the records of these entries, at least one, as sent: from now on nothing in them is coalesced or withdrawn. */
export async function markSent(db: UserDb, pending: Pending, ns: readonly number[]): Promise<void> {
  await changeProgress(db, pending, ns, (row) => ({ ...row, sent: true }));
}

/** Writes changed entries; their records move to new keys, because readers keep records by key. */
export async function replaceEntries(db: UserDb, pending: Pending, changed: readonly OutboxEntry[]): Promise<void> {
  const replaced = new Map(changed.map((entry) => [entry.n, entry]));
  for (const b of recordsWith(pending, [...replaced.keys()]).keys()) {
    const record = await db.outbox.get(b);
    const row = await db.progress.get(b);
    const kept = (record === undefined ? [] : numbered(record)).filter((entry) => row?.gone.includes(entry.n) !== true);
    await db.outbox.delete(b);
    await db.progress.delete(b);
    const entries = kept.map((entry) => replaced.get(entry.n) ?? entry);
    const moved = await db.outbox.add({ entries } as never);
    if (row !== undefined) await db.progress.put({ ...row, b: moved, size: entries.length, gone: [] });
  }
}

/** Writes progress rows, and deletes the records of which nothing is left. */
export async function writeProgress(db: UserDb, rows: ProgressRow[]): Promise<void> {
  const done = rows.filter((row) => row.gone.length >= row.size).map((row) => row.b);
  const open = rows.filter((row) => row.gone.length < row.size);
  if (done.length > 0) {
    await db.outbox.bulkDelete(done);
    await db.progress.bulkDelete(done);
  }
  if (open.length > 0) await db.progress.bulkPut(open);
}

function freshProgress(b: number, size: number): ProgressRow {
  return { b, size, gone: [], accepted: [], sent: false };
}

/** A progress row after these `n` have left the record. */
function without(row: ProgressRow, gone: readonly number[]): ProgressRow {
  const left = new Set(gone);
  return { ...row, gone: [...row.gone, ...gone], accepted: row.accepted.filter((n) => !left.has(n)) };
}
