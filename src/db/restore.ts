import { liveQuery, type Table } from 'dexie';
import { limits } from '#domain/limits.ts';
import { isBlobHash } from './blobs.ts';
import { withConnection } from './lost-connection.ts';
import { readMeta, storeMeta } from './meta.ts';
import { cachedRecords, forgetRecords, outboxTables, pendingIn, recordOf, type Pending } from './pending.ts';
import { filesIn, keepRowsInMemory, type RowsInMemory } from './rows-in-memory.ts';
import type { BlobRow, DraftRow, OutboxEntry, RefusedRow, UserDb } from './schema.ts';
import { rowTables } from './schema.ts';
import { noteFault } from './synclog.ts';

/**
 * Restores what a page shows when the browser has deleted the database under it:
 *
 *   open ──deleted──> reopened, empty ──> what this page has in memory is written ──> other work goes on
 *
 * Commands keep their ids, so each takes effect once. Confirmed rows are written back only to be shown: without a cursor
 * the next pull replaces them by a snapshot. A database is known by the random identity that its first opening writes.
 */

/** What of the database was restored. */
export interface Restored {
  /** Number of commands that were not sent or were refused. */
  commands: number;
  /** Names of attached files whose bytes are gone. Their commands wait for a decision. */
  filesGone: string[];
}

export interface RestoreParts {
  newId: () => string;
  /** Called after another database was found and filled. */
  restored: (what: Restored) => void;
  /** Called when what is in memory could not be stored in the new database. */
  failed: (unsent: OutboxEntry[]) => void;
}

/** The unsent commands and the drafts, as last read. */
interface Held {
  pending: Pending | undefined;
  refused: RefusedRow[];
  drafts: DraftRow[];
}

/**
 * Keeps in memory what a deleted database would take with it, and restores it. Call before the database is opened.
 * @returns a function that starts to hold the unsent commands and the drafts; call it once the database is open
 */
export function restoreWhenDeleted(db: UserDb, parts: RestoreParts): (signal: AbortSignal) => void {
  const rows = keepRowsInMemory(db);
  let held: Held = { pending: undefined, refused: [], drafts: [] };
  let identity: string | undefined;
  /** Set until what is held is stored: meanwhile the new database says nothing about it. */
  let isLost = false;
  db.on(
    'ready',
    async (opened) => {
      try {
        identity = await meet(opened as UserDb);
      } catch (error) {
        // A full disk takes no identity; the app must open anyway.
        noteFault(db, 'identity', error);
      }
    },
    true,
  );

  async function meet(opened: UserDb): Promise<string> {
    const found = await opened.transaction('r!', opened.meta, async () => readMeta(opened, 'identity'));
    if (identity === undefined && found !== undefined) return found.id;
    if (identity !== undefined && found?.id === identity) return identity;
    if (identity === undefined) {
      const id = parts.newId();
      await opened.transaction('rw!', opened.meta, async () => storeMeta(opened, 'identity', { id, restored: [] }));
      return id;
    }
    isLost = true;
    const lost = await gathered(held, rows, cachedRecords(db));
    forgetRecords(db);
    try {
      const { id, what } = await refill(opened, lost, parts.newId());
      isLost = false;
      parts.restored(what);
      return id;
    } catch (error) {
      parts.failed([...lost.entries, ...lost.refused.map(({ entry }) => entry)]);
      throw error;
    }
  }

  return (signal) => {
    const tables = [...outboxTables(db), db.attention, db.drafts];
    const watching = liveQuery(() =>
      db.transaction('r!', tables, async () => {
        const [pending, refused, drafts] = await Promise.all([
          pendingIn(db),
          db.attention.toArray(),
          db.drafts.toArray(),
        ]);
        return { pending, refused, drafts };
      }),
    ).subscribe({ next: (found) => void (isLost || (held = found)), error: () => undefined });
    // Any work opens the database again, unless the app has closed it; a page at rest has none.
    let isReopening = false;
    const reopen = (): void => {
      if (isReopening) return;
      isReopening = true;
      // Deferred, because Dexie calls this before it has closed the connection.
      queueMicrotask(() => {
        withConnection(db, () => db.transaction('r!', db.meta, () => db.meta.get('identity')))
          .catch(() => undefined)
          .finally(() => (isReopening = false));
      });
    };
    db.on('close', reopen);
    signal.addEventListener('abort', () => {
      watching.unsubscribe();
      db.on('close').unsubscribe(reopen);
    });
  };
}

/** What is written into the new database. */
interface Lost {
  /** Commands that are not settled, oldest first. */
  entries: OutboxEntry[];
  isSent: (n: number) => boolean;
  refused: RefusedRow[];
  drafts: DraftRow[];
  files: BlobRow[];
  shown: RowsInMemory['shown'];
  /** The highest key of an outbox record that this page knows. */
  highest: number;
}

/** Collects what is in memory. Bytes that cannot be read are left out: they were stored in the deleted database. */
async function gathered(
  { pending, refused, drafts }: Held,
  rows: RowsInMemory,
  cached: ReadonlyMap<number, readonly OutboxEntry[]>,
): Promise<Lost> {
  const seen = pending?.entries ?? [];
  const newest = seen.reduce((most, { n }) => Math.max(most, recordOf(n)), -1);
  // Appended by this tab and not read back yet. Whether they were sent is not known, so nothing may change them.
  const late = [...cached].flatMap(([b, entries]) => (b > newest ? entries : []));
  const known = new Set(seen.map(({ cmdId }) => cmdId));
  const decided = new Set(refused.map(({ cmdId }) => cmdId));
  const entries = [...seen, ...late.filter(({ cmdId }) => !known.has(cmdId))].filter(
    ({ cmdId }) => !decided.has(cmdId),
  );
  const all = [...entries, ...refused.map(({ entry }) => entry)];
  return {
    entries,
    isSent: (n) => pending === undefined || !pending.has(n) || pending.isSent(n),
    refused,
    drafts: await Promise.all(lastDrafts(drafts, rows).map(readableDraft)),
    files: (
      await Promise.all([...rows.files.values()].map(async (row) => ((await canBeRead(row.bytes)) ? [row] : [])))
    ).flat(),
    shown: rows.shown,
    highest: Math.max(-1, ...cached.keys(), ...all.map(({ n }) => recordOf(n))),
  };
}

/** Returns the drafts as this page has written them, if no other tab has done so later. */
function lastDrafts(read: readonly DraftRow[], { drafts }: RowsInMemory): DraftRow[] {
  const all = new Map(read.map((row) => [row.key, row]));
  for (const [key, { row, at }] of drafts) {
    if ((all.get(key)?.at ?? 0) > at) continue;
    if (row === undefined) all.delete(key);
    else all.set(key, row);
  }
  return [...all.values()];
}

/** Returns the draft with the files that can be read; its text always stays. */
async function readableDraft(row: DraftRow): Promise<DraftRow> {
  const files = filesIn(row.value);
  if (files.length === 0) return row;
  const readable = await Promise.all(files.map(async (file) => ((await canBeRead(file)) ? [file] : [])));
  return { ...row, value: { ...(row.value as object), files: readable.flat() } };
}

async function canBeRead(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Fills the new database in one transaction, also where another tab has done so: each adds what only it has. */
async function refill(db: UserDb, lost: Lost, newId: string): Promise<{ id: string; what: Restored }> {
  const tables = [...outboxTables(db), db.attention, db.drafts, db.blobs, db.meta, ...rowTables(db)];
  return await db.transaction('rw!', tables, async () => {
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
    const gone = fresh.filter(({ deps }) => deps.some((dep) => isBlobHash(dep) && !here.has(dep)));
    const filesGone = gone.flatMap((entry) => namesIn(entry, here));
    const refused = [
      ...lost.refused.filter(({ cmdId }) => !known.has(cmdId)),
      ...gone.map((entry): RefusedRow => refusedFor(entry, namesIn(entry, here))),
    ];
    const waiting = fresh.filter((entry) => !gone.includes(entry));
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
  const first = Math.max(highest, taken, 0) + 1;
  await db.outbox.put({ b: first, entries: [] });
  await db.outbox.delete(first);
  for (const sent of [true, false]) {
    const of = entries.filter(({ n }) => isSent(n) === sent);
    for (let i = 0; i < of.length; i += limits.pushCommands) {
      const some = of.slice(i, i + limits.pushCommands);
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
