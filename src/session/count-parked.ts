import { Dexie } from 'dexie';
import { openWithin, databaseOpenMs } from '../db/open.ts';
import { storeParkedCount } from '../db/parked-count.ts';
import { UserDb } from '../db/schema.ts';
import { waitingCount } from '../db/unsent-commands.ts';

/**
 * Counts what waits in the databases of this device, for the sign-in page. Browsers write local storage and cookies to
 * the disk much later than a database: one that was killed may have lost the session and the stored numbers, but no
 * command.
 */
export async function countParked(): Promise<void> {
  for (const name of await Dexie.getDatabaseNames()) {
    if (!name.startsWith(userDbPrefix)) continue;
    const userId = name.slice(userDbPrefix.length);
    const db = new UserDb(userId);
    try {
      await openWithin(db, databaseOpenMs);
      const { waiting, needYou } = await waitingCount(db);
      storeParkedCount(userId, waiting + needYou);
    } catch {
      // A damaged database, or one of a newer version: the stored number stays.
    } finally {
      db.close();
    }
  }
}

const userDbPrefix = new UserDb('').name;
