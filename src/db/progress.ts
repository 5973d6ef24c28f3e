import { numberEntries, type PendingCommands } from './pending.ts';
import type { OutboxEntry, OutboxRecord, ProgressRow, UserDb } from './schema.ts';

/** Progress of the outbox's entries (sent, gone), stored apart from their immutable records. */

/**
 * Changes the progress of the records that hold these entries, and deletes records without entries. Call inside a
 * read-write transaction over `outboxTables`.
 */
async function changeProgress(
  db: UserDb,
  pending: PendingCommands,
  ns: readonly number[],
  change: (row: ProgressRow, ns: number[]) => ProgressRow,
): Promise<void> {
  const records = pending.recordsWith(ns);
  const rows = await db.progress.bulkGet(records.map(({ b }) => b));
  await writeProgress(
    db,
    records.map((record, i) => change(rows[i] ?? freshProgress(record.b, record.size), record.ns)),
  );
}

/** Removes entries from their records. */
export function removeEntries(db: UserDb, pending: PendingCommands, ns: readonly number[]): Promise<void> {
  return changeProgress(db, pending, ns, without);
}

/**
 * Marks the records of these entries (at least one) as sent: from then on nothing in them is coalesced or withdrawn.
 */
export async function markSent(db: UserDb, pending: PendingCommands, ns: readonly number[]): Promise<void> {
  await changeProgress(db, pending, ns, (row) => ({ ...row, sent: true }));
}

/** Marks records that were just added as sent. Call inside the transaction that adds them. */
export async function markRecordsSent(db: UserDb, records: readonly OutboxRecord[]): Promise<void> {
  await db.progress.bulkPut(records.map(({ b, entries }) => ({ ...freshProgress(b, entries.length), sent: true })));
}

/**
 * Writes changed entries. Their records get new keys, because readers cache records by key.
 * @returns the new records
 */
export async function replaceEntries(
  db: UserDb,
  pending: PendingCommands,
  changed: readonly OutboxEntry[],
): Promise<OutboxRecord[]> {
  const replaced = new Map(changed.map((entry) => [entry.n, entry]));
  const records: OutboxRecord[] = [];
  for (const { b } of pending.recordsWith(replaced.keys())) {
    const record = await db.outbox.get(b);
    const row = await db.progress.get(b);
    const kept = (record === undefined ? [] : numberEntries(record)).filter(
      (entry) => row?.gone.includes(entry.n) !== true,
    );
    await db.outbox.delete(b);
    await db.progress.delete(b);
    const entries = kept.map((entry) => replaced.get(entry.n) ?? entry);
    const moved = await db.outbox.add({ entries } as never);
    if (row !== undefined) await db.progress.put({ ...row, b: moved, size: entries.length, gone: [] });
    records.push({ b: moved, entries });
  }
  return records;
}

/** Writes progress rows, and deletes records without entries. */
async function writeProgress(db: UserDb, rows: ProgressRow[]): Promise<void> {
  const done = rows.filter((row) => row.gone.length >= row.size).map((row) => row.b);
  const open = rows.filter((row) => row.gone.length < row.size);
  if (done.length > 0) {
    await db.outbox.bulkDelete(done);
    await db.progress.bulkDelete(done);
  }
  if (open.length > 0) await db.progress.bulkPut(open);
}

function freshProgress(b: number, size: number): ProgressRow {
  return { b, size, gone: [], sent: false };
}

/** Returns the progress row after these entries have left the record. */
function without(row: ProgressRow, gone: readonly number[]): ProgressRow {
  return { ...row, gone: [...row.gone, ...gone] };
}
