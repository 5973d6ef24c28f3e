import { eventTypes } from '#domain/spine/events.ts';
import type { SyncLogRow, UserDb } from './schema.ts';

/** Events that an older version of the app has left out, because it did not know their types; see `foldEvents`. */

const isNote = ({ what }: SyncLogRow): boolean => what === 'event of unknown type';

/** Whether events of types that this version knows were left out: no pull brings them again. */
export function isMissingEvents(db: UserDb): Promise<boolean> {
  return db.transaction('r!', db.synclog, async () => {
    const notes = await db.synclog.filter(isNote).toArray();
    const left = notes.flatMap(({ detail }) => detail as { type: string }[]);
    return left.some(({ type }) => eventTypes.has(type));
  });
}

/** Records that the rows now include what was left out. Call inside the transaction that applies a full snapshot. */
export async function noteNothingMissing(db: UserDb): Promise<void> {
  await db.synclog.filter(isNote).modify({ what: 'event of unknown type, in a later snapshot' });
}
