import { type OutboxEntry, type RefusedRow, type StoredEntry, type UserDb, isEntry } from './schema.ts';
import { outboxTables, pendingIn, type PendingCommands } from './pending.ts';
import { withoutNumber } from './outbox.ts';
import { removeEntries, replaceEntries } from './progress.ts';
import type { OutboxRules } from './outbox-rules.ts';

/**
 * Refused commands that wait for their user's decision, and the effects of that decision. A refused command keeps its
 * number, so its lane keeps its order.
 */

/** Code of a command that is so old that its user is asked before it is sent. Its id stays valid. */
export const askFirst = 'STILL_WANTED';

/** Code of a command that got too many retry results. It had no effect, and its id stays valid. */
export const tooManyRetries = 'TRIED_OFTEN';

const tablesOf = (db: UserDb) => [...outboxTables(db), db.attention];

/** Moves pending commands to the attention table. Call inside a transaction over `outboxTables` and attention. */
export async function refuse(db: UserDb, pending: PendingCommands, rows: readonly RefusedRow[]): Promise<void> {
  await db.attention.bulkPut([...rows]);
  await removeEntries(
    db,
    pending,
    rows.map((row) => row.entry.n),
  );
}

/**
 * Puts a refused command back into the outbox, as `change` returns it. `change` runs in a transaction over the outbox,
 * attention and orders.
 * @returns false when it is no longer refused
 */
export function requeue(
  db: UserDb,
  cmdId: string,
  change: (row: RefusedRow) => Promise<StoredEntry>,
): Promise<boolean> {
  return db.transaction('rw!', [...tablesOf(db), db.orders], async () => {
    const row = await db.attention.get(cmdId);
    if (row === undefined) return false;
    await db.attention.delete(cmdId);
    const entry = await change(row);
    await db.outbox.add({ entries: [entry] } as never);
    if (entry.cmdId !== cmdId) await rebase(db, entry, cmdId);
    return true;
  });
}

/**
 * Replaces the old id as base of the patches that were built on a refused one. They may still be changed: an order's
 * lane stops at a refusal, so they have had no effect.
 */
async function rebase(db: UserDb, again: StoredEntry, oldId: string): Promise<void> {
  const pending = await pendingIn(db);
  const changed = pending.entries.flatMap((entry) => {
    if (entry.lane !== again.lane || !isEntry(entry, 'order.patch')) return [];
    if (!entry.args.changes.some(({ base }) => base === oldId)) return [];
    const changes = entry.args.changes.map((change) =>
      change.base === oldId ? { ...change, base: again.cmdId } : change,
    );
    return [{ ...entry, args: { ...entry.args, changes } }];
  });
  if (changed.length > 0) await replaceEntries(db, pending, changed);
}

/**
 * Removes a command from the outbox or the attention table. A command that may have reached the server stays, because
 * it may have taken effect.
 * @returns a function that puts it back; undefined when nothing was removed
 */
export async function withdraw(
  db: UserDb,
  rules: OutboxRules,
  cmdId: string,
): Promise<(() => Promise<void>) | undefined> {
  return await db.transaction('rw!', [...tablesOf(db), db.orders], async () => {
    const row = await db.attention.get(cmdId);
    if (row !== undefined) {
      await db.attention.delete(cmdId);
      await rules.recount(db, row.entry, 'discarded', row.at);
      return () => putBack(db, rules, row.entry, () => db.attention.put(row), row.at);
    }
    const pending = await pendingIn(db);
    const entry = pending.entries.find((candidate) => candidate.cmdId === cmdId);
    if (entry === undefined || pending.isSent(entry.n)) return undefined;
    await removeEntries(db, pending, [entry.n]);
    await rules.recount(db, entry, 'discarded');
    // Patches may be appended before it is put back. The order must be placed after them, so it gets a new number.
    const again = isEntry(entry, 'order.place') ? withoutNumber(entry) : entry;
    return () => putBack(db, rules, entry, () => db.outbox.add({ entries: [again] } as never));
  });
}

async function putBack(
  db: UserDb,
  rules: OutboxRules,
  entry: OutboxEntry,
  write: () => PromiseLike<unknown>,
  refusedAt?: number,
): Promise<void> {
  await db.transaction('rw!', [...tablesOf(db), db.orders], async () => {
    await rules.recount(db, entry, 'back', refusedAt);
    await write();
  });
}
