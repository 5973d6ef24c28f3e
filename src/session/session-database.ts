import type { Me } from '#domain/account/users.ts';
import { withConnection } from '../db/lost-connection.ts';
import { restoreWhenDeleted, type Restoration } from '../db/lost/restore.ts';
import { readMeta, storeMeta } from '../db/meta.ts';
import { openUserDb } from '../db/open.ts';
import { parkedCountOf } from '../db/parked-count.ts';
import type { UserDb } from '../db/schema.ts';
import { newId } from '../sync/engine.ts';
import { update } from '../workers/register.ts';
import type { SessionNotices } from './session-notices.ts';
import { isNew } from './unsent.ts';

/** State that an earlier visit has left. */
interface StateBefore {
  /** Times at which this device last heard from the server, in ms since 1970: by its own clock and by the server's. */
  lastSyncedAt: number | undefined;
  heardAt: number | undefined;
}

/** The user's open database. */
export interface SessionDatabase {
  db: UserDb;
  /** False if the browser keeps nothing: then the database is in memory. */
  isKept: boolean;
  /** Reads the state before, and ends the pause of commands that a refused session has left. */
  resume(): Promise<StateBefore>;
  /** Resolves when what the browser has deleted under the page is in the new database, or cannot be. */
  untilRestored: () => Promise<void>;
}

/**
 * Opens the user's database.
 * @param restored called when data that the browser has deleted under the page is stored again
 */
export async function openSessionDatabase(
  me: Me,
  notices: SessionNotices,
  signal: AbortSignal,
  restored: () => void,
): Promise<SessionDatabase> {
  const waitedBefore = parkedCountOf(me.id);
  let restoring: Restoration | undefined;
  const { db, isKept } = await openUserDb(me.id, {
    blocked: () => notices.blocked(),
    prepare(opened) {
      restoring = restoreWhenDeleted(opened, {
        newId,
        restored(what) {
          restored();
          notices.storageDeleted(what);
        },
        failed: (unsent) => notices.notRestored(unsent),
        later: (run) => void setTimeout(run, restoreAgainMs),
      });
    },
  });
  // A newer version of the app in another tab wants to upgrade the tables. Unsent commands are safe on the disk.
  db.on('versionchange', () => {
    // Typed texts are saved before the database is closed; the newer page waits for that.
    void update.giveWay(() => db.close());
    // Otherwise Dexie closes the database at once.
    return false;
  });
  restoring?.hold(signal);
  return {
    db,
    isKept,
    untilRestored: async () => restoring?.untilRestored(),
    async resume() {
      // A page that failed here, because the browser deletes the database now, would take the only copy with it.
      const { isParked, ...before } = await withConnection(db, () => readState(db));
      // Written only if needed: on a full disk no write succeeds, and the app must open anyway.
      if (isParked === true)
        await withConnection(db, () => db.transaction('rw!', db.meta, async () => storeMeta(db, 'parked', false)));
      if (waitedBefore > 0 && (await isNew(db))) notices.commandsLost(waitedBefore);
      return before;
    },
  };
}

async function readState(db: UserDb): Promise<StateBefore & { isParked: boolean | undefined }> {
  const [isParked, lastSyncedAt, heardAt] = await db.transaction('r!', db.meta, async () =>
    Promise.all([readMeta(db, 'parked'), readMeta(db, 'lastSyncedAt'), readMeta(db, 'heardAt')]),
  );
  return { isParked, lastSyncedAt, heardAt };
}

/** Time in ms until a page tries again to store what a deleted database has left in its memory. */
const restoreAgainMs = 10_000;
