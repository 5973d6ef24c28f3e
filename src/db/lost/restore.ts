import { Dexie } from 'dexie';
import { withConnection } from '../lost-connection.ts';
import { gatherLostRows, type HeldRows } from './lost-rows.ts';
import { readMeta, storeMeta } from '../meta.ts';
import { cachedRecords, forgetRecords, outboxTables, pendingIn } from '../pending.ts';
import { refill, type RestoredParts } from './refill.ts';
import { keepRowsInMemory } from './rows-in-memory.ts';
import type { DraftRow, OutboxEntry, UserDb } from '../schema.ts';
import { noteFault } from '../synclog.ts';
import { watchTables } from '../watch-tables.ts';
import { databaseOpenMs } from '../open.ts';

/**
 * Restores what a page shows when the browser has deleted the database under it:
 *
 *   open ──deleted──> reopened, empty ──> what this page has in memory is written ──> other work goes on
 *                                             └──fails──> nothing is appended ──later──┘
 *
 * Commands keep their ids, so each takes effect once. Confirmed rows are written back only to be shown: without a
 * cursor the next pull replaces them by a snapshot. A database is known by the random identity that its first opening
 * writes.
 */

/** Rows that are only in this page. */
export interface UnsentRows {
  entries: OutboxEntry[];
  drafts: DraftRow[];
}

export interface RestoreParts {
  newId: () => string;
  /** Called after another database was found and filled. */
  restored: (what: RestoredParts) => void;
  /** Called when what is in memory could not be stored in the new database; it is tried again. */
  failed: (unsent: UnsentRows) => void;
  /** Runs the next try after a while. */
  later: (run: () => void) => void;
}

export interface Restoration {
  /** Starts to hold the unsent commands and the drafts; call it once the database is open. */
  hold(signal: AbortSignal): void;
  /** Resolves when a deleted database has been restored, or could not be, or there is none. Never rejects. */
  untilRestored(): Promise<void>;
}

/** Keeps in memory what a deleted database would take with it, and restores it. Call before the database is opened. */
export function restoreWhenDeleted(db: UserDb, parts: RestoreParts): Restoration {
  const rows = keepRowsInMemory(db);
  let held: HeldRows = { pending: undefined, refused: [], drafts: [] };
  let identity: string | undefined;
  /** The cache of the deleted database. Set until it is restored: until then, the new database does not have it. */
  let lost: ReturnType<typeof cachedRecords> | undefined;
  /** Error of the last try. */
  let problem: unknown;
  let filling: unknown;
  let ended: AbortSignal | undefined;
  // Numbers start again in the new database, so a new command would overtake those that are not stored yet.
  db.use({
    stack: 'dbcore',
    name: 'nothing is appended',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        if (name !== 'outbox') return table;
        return {
          ...table,
          mutate: (request) =>
            problem !== undefined && request.trans !== filling && (request.type === 'add' || request.type === 'put')
              ? Promise.reject(problem)
              : table.mutate(request),
        };
      },
    }),
  });
  db.on(
    'ready',
    async (opened) => {
      try {
        await meet(opened as UserDb);
      } catch (error) {
        // A full disk takes no identity; the app must open anyway.
        noteFault(db, 'identity', error);
      }
    },
    true,
  );

  async function meet(opened: UserDb): Promise<void> {
    const found = await opened.transaction('r!', opened.meta, async () => readMeta(opened, 'identity'));
    if (identity === undefined) {
      const id = found?.id ?? parts.newId();
      if (found === undefined)
        await opened.transaction('rw!', opened.meta, async () => storeMeta(opened, 'identity', { id, restored: [] }));
      identity = id;
    } else if (found?.id !== identity || lost !== undefined) await restore(opened);
  }

  async function restore(opened: UserDb): Promise<void> {
    lost ??= cachedRecords(db);
    const all = await gatherLostRows(held, rows, lost);
    forgetRecords(db);
    try {
      const { id, what } = await refill(opened, all, parts.newId(), (transaction) => (filling = transaction));
      identity = id;
      lost = undefined;
      problem = undefined;
      outside(() => parts.restored(what));
    } catch (error) {
      const unsent = { entries: [...all.entries, ...all.refused.map(({ entry }) => entry)], drafts: all.drafts };
      if (problem === undefined) outside(() => parts.failed(unsent));
      problem = error;
      parts.later(() => {
        if (lost !== undefined && ended?.aborted !== true && db.isOpen()) void restore(db).catch(() => undefined);
      });
      throw error;
    }
  }

  /** Any work opens the database again, unless the app has closed it; a page at rest has none. */
  const open = (): Promise<unknown> =>
    withConnection(db, () => db.transaction('r!', db.meta, () => db.meta.get('identity'))).catch(() => undefined);

  return {
    hold(signal) {
      ended = signal;
      follow(db, (found) => void (lost === undefined && (held = found)), signal);
      let isReopening = false;
      const reopen = (): void => {
        if (isReopening) return;
        isReopening = true;
        // Deferred, because Dexie calls this before it has closed the connection.
        queueMicrotask(() => void open().finally(() => (isReopening = false)));
      };
      db.on('close', reopen);
      signal.addEventListener('abort', () => db.on('close').unsubscribe(reopen));
    },
    async untilRestored() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      // A browser that never answers must not keep a user from signing out.
      const silence = new Promise((resolve) => (timer = setTimeout(resolve, databaseOpenMs)));
      await Promise.race([open(), silence]);
      clearTimeout(timer);
    },
  };
}

/**
 * Reads the unsent commands and the drafts now and after each change. It is not a live query, which would also read
 * again after each reply of the server: receipts are not held. Opening a database counts as a change.
 */
function follow(db: UserDb, found: (held: HeldRows) => void, signal: AbortSignal): void {
  let isDue = false;
  let isReading = false;
  async function read(): Promise<void> {
    isDue = true;
    if (isReading) return;
    isReading = true;
    while (isDue && !signal.aborted) {
      isDue = false;
      // It fails while the database is closed.
      await readHeld(db).then(found, () => undefined);
    }
    isReading = false;
  }
  watchTables(
    [db.outbox, db.progress, db.attention, db.drafts],
    () => Dexie.ignoreTransaction(() => void read()),
    signal,
  );
  void read();
}

/** Reads them in one transaction, so that a command that moves between tables is in one of them. */
function readHeld(db: UserDb): Promise<HeldRows> {
  return db.transaction('r!', [...outboxTables(db), db.attention, db.drafts], async () => {
    const [pending, refused, drafts] = await Promise.all([
      pendingIn(db, false),
      db.attention.toArray(),
      db.drafts.toArray(),
    ]);
    return { pending, refused, drafts };
  });
}

/** Runs work in a turn of its own: started here, Dexie would take its transactions for parts of the opening. */
function outside(run: () => void): void {
  setTimeout(run);
}
