import type { Hints } from '../../ground/hint.ts';
import { oldNames, writeNameNow } from '../work/names-in-log.ts';
import type { Db } from '../../database/db.ts';

/**
 * Brings the names that users have given themselves to the rooms and orders that show them, each in a transaction of its
 * own. It runs after a change of a name for that user, and at night for all: a room may be opened under the old name
 * while its customer changes it.
 * @returns the number of names that were replaced
 */
export async function bringNames(
  { db, hints }: { db: Db; hints: Pick<Hints, 'committed'> },
  userId?: string,
): Promise<number> {
  let count = 0;
  for (const old of await oldNames(db, userId)) {
    const written = await writeNameNow(db, old);
    if (written === undefined) continue;
    hints.committed([written.hinted], written.pos, [written.event]);
    count++;
  }
  return count;
}
