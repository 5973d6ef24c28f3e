import type { Table } from 'dexie';
import { isBlobHash } from '../files/blobs.ts';
import type { LostRows } from './lost-rows.ts';
import { readMeta, storeMeta } from '../meta.ts';
import { outboxTables, pendingIn } from '../pending.ts';
import { rowTables, type OutboxEntry, type RefusedRow, type UserDb } from '../schema.ts';
import { pushCommands } from '#domain/spine/wire/sync.ts';

/** Parts of the database that were restored. */
export interface RestoredParts {
  /** Number of commands that were not sent or were refused. */
  commands: number;
  /** Names of attached files whose bytes are gone. Their commands wait for a decision. */
  filesGone: string[];
}

/**
 * Fills the new database in one transaction, also where another tab has done so: each adds what only it has.
 * @param began called with the browser's transaction
 */
export async function refill(
  db: UserDb,
  lost: LostRows,
  newId: string,
  began: (transaction: unknown) => void,
): Promise<{ id: string; what: RestoredParts }> {
  const tables = [...outboxTables(db), db.attention, db.drafts, db.blobs, db.meta, ...rowTables(db)];
  return await db.transaction('rw!', tables, async (transaction) => {
    began(transaction.idbtrans);
    const found = await readMeta(db, 'identity');
    const restored = new Set(found?.restored);
    const pending = await pendingIn(db);
    const known = new Set([
      ...restored,
      ...pending.entries.map(({ cmdId }) => cmdId),
      ...(await db.attention.toCollection().primaryKeys()),
    ]);
    const fresh = lost.entries.filter(({ cmdId }) => !known.has(cmdId));
    const here = new Set([...lost.files.map(({ sha256 }) => sha256), ...(await db.blobs.toCollection().primaryKeys())]);
    const isGone = (dep: string): boolean => isBlobHash(dep) && !here.has(dep);
    // A command that may have been sent may have taken effect. Its files were uploaded before.
    const gone = fresh.filter(({ n, deps }) => !lost.isSent(n) && deps.some(isGone));
    const filesGone = gone.flatMap((entry) => namesIn(entry, here));
    const refused = [
      ...lost.refused.filter(({ cmdId }) => !known.has(cmdId)),
      ...gone.map((entry): RefusedRow => refusedFor(entry, namesIn(entry, here))),
    ];
    const waiting = fresh
      .filter((entry) => !gone.includes(entry))
      .map((entry) => ({ ...entry, deps: entry.deps.filter((dep) => !isGone(dep)) }));
    await addRecords(db, lost.highest, waiting, lost.isSent);
    if (refused.length > 0) await db.attention.bulkPut(refused);
    for (const row of lost.files) if ((await db.blobs.get(row.sha256)) === undefined) await db.blobs.put(row);
    const drafts = lost.drafts.filter(({ key }) => !restored.has(draftName(key)));
    for (const row of drafts) if ((await db.drafts.get(row.key)) === undefined) await db.drafts.put(row);
    if ((await readMeta(db, 'cursor')) === undefined)
      for (const table of rowTables(db))
        if ((await table.count()) === 0)
          await (table as Table).bulkPut([...(lost.shown.get(table.name)?.values() ?? [])]);
    const names = [...waiting, ...refused].map(({ cmdId }) => cmdId).concat(drafts.map(({ key }) => draftName(key)));
    const id = found?.id ?? newId;
    await storeMeta(db, 'identity', { id, restored: [...restored, ...names] });
    return { id, what: { commands: waiting.length + refused.length, filesGone } };
  });
}

/** More records than another tab can have appended without this one having read them: their numbers stay theirs. */
const unreadRecords = 1000;

const draftName = (key: string): string => `draft:${key}`;

/**
 * Adds entries under keys that no tab has seen. They keep their numbers, so the order in their lanes stays, and a late
 * reply to an old frame never names another command.
 */
async function addRecords(
  db: UserDb,
  highest: number,
  entries: readonly OutboxEntry[],
  isSent: (n: number) => boolean,
): Promise<void> {
  // The browser gives later records keys above the highest one that was ever written.
  const taken = ((await db.outbox.toCollection().lastKey()) as number | undefined) ?? -1;
  const first = Math.max(highest, taken, 0) + unreadRecords;
  await db.outbox.put({ b: first, entries: [] });
  await db.outbox.delete(first);
  for (const sent of [true, false]) {
    const of = entries.filter(({ n }) => isSent(n) === sent);
    for (let i = 0; i < of.length; i += pushCommands) {
      const some = of.slice(i, i + pushCommands);
      const b = await db.outbox.add({ entries: some } as never);
      if (sent) await db.progress.put({ b, size: some.length, gone: [], sent });
    }
  }
}

function namesIn({ args }: OutboxEntry, here: ReadonlySet<string>): string[] {
  const files = 'files' in args ? (args.files ?? []) : [];
  return files.filter(({ sha256 }) => !here.has(sha256)).map(({ name }) => name);
}

function refusedFor(entry: OutboxEntry, files: string[]): RefusedRow {
  const message = 'The file is no longer on this device. Attach it again.';
  return { cmdId: entry.cmdId, entry, code: 'FILE_GONE', message, details: { files }, at: Date.now() };
}
