import { readMeta } from './meta.ts';
import type { UserDb } from './schema.ts';

/** Returns the end of the last complete pull, by the device's clock in ms since 1970; undefined before the first. */
export function lastSync(db: UserDb): Promise<number | undefined> {
  return db.transaction('r!', db.meta, async () => readMeta(db, 'lastSyncedAt'));
}
