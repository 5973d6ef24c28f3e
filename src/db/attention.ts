import { isEntry } from './project-room.ts';
import type { AttentionRow, StoredEntry, UserDb } from './schema.ts';
import { outboxTables, pendingIn, type Pending } from './pending.ts';
import { removeEntries, replaceEntries } from './progress.ts';

/** Commands that wait for their owner's decision, and what that decision does. Numbers stay, so a lane's order does. */

/** The code of a command that waited so long that its owner is asked before it is sent. Its id stays valid. */
export const askFirst = 'STILL_WANTED';

/** The code of a command that the server has asked for again too often. It had no effect, and its id stays valid. */
export const triedOften = 'TRIED_OFTEN';

const tablesOf = (db: UserDb) => [...outboxTables(db), db.attention];

/** Moves waiting commands to where their owner decides. Call inside a transaction over the outbox's tables and attention. */
export async function refuse(db: UserDb, pending: Pending, rows: readonly AttentionRow[]): Promise<void> {
  await db.attention.bulkPut([...rows]);
  await removeEntries(
    db,
    pending,
    rows.map((row) => row.entry.n),
  );
}

/** Queues a refused command again as `entry`; false when it is not refused any more. */
export function requeue(
  db: UserDb,
  cmdId: string,
  change: (row: AttentionRow) => Promise<StoredEntry>,
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
 * Patches that were built on a refused one name its old id as their base; they never took effect, because an order's
 * lane halts on a refusal, so they may still be changed.
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
 * Takes a command out of the queue or out of what was refused. A command that may have reached the server is not taken
 * out: it could have had its effect already. Answers how to put it back, or undefined when nothing was taken out.
 */
export async function withdraw(db: UserDb, cmdId: string): Promise<(() => Promise<void>) | undefined> {
  return await db.transaction('rw!', tablesOf(db), async () => {
    const row = await db.attention.get(cmdId);
    if (row !== undefined) {
      await db.attention.delete(cmdId);
      return () => putBack(db, () => db.attention.put(row));
    }
    const pending = await pendingIn(db);
    const entry = pending.entries.find((candidate) => candidate.cmdId === cmdId);
    if (entry === undefined || pending.isSent(entry.n)) return undefined;
    await removeEntries(db, pending, [entry.n]);
    // Changes made since came too late for this placing: it must not get in front of them again.
    const again = isEntry(entry, 'order.place') ? behind(entry) : entry;
    return () => putBack(db, () => db.outbox.add({ entries: [again] } as never));
  });
}

/** The entry without its place in the queue: stored again, it comes after everything that waits. */
export function behind({ n: _n, ...entry }: StoredEntry): StoredEntry {
  return entry;
}

async function putBack(db: UserDb, write: () => PromiseLike<unknown>): Promise<void> {
  await db.transaction('rw!', tablesOf(db), async () => {
    await write();
  });
}
