import { HOUR } from '#domain/ground/units.ts';
import { isStaff } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import { newId } from '../ground/new-id.ts';
import type { Log } from '../ground/log.ts';
import type { HintedStream } from '../ground/hint.ts';
import { keepAuditEntry } from '../session/audit-entries.ts';
import type { Db } from '../database/db.ts';

/** A read for the audit log. */
export interface StaffRead {
  what: string;
  /** The object as named in the request; null: everything. */
  about: string | null;
  requestId: string;
}

/** Reads recorded in this hour, so that most reads need no query. */
const noted = new WeakMap<Db, { hour: number; reads: Set<string> }>();
/** Records reads by staff: one entry per user, object and hour. Reads by customers are not recorded. */
export async function noteRead(db: Db, user: User, { what, about, requestId }: StaffRead): Promise<void> {
  if (!isStaff(user)) return;
  const read = `${user.id} ${what} ${about ?? ''}`;
  const { reads } = thisHour(db);
  if (reads.has(read)) return;
  await keepAuditEntry(db, { what, actor: user.id, about, request_id: requestId }, true);
  reads.add(read);
}

/**
 * Records that connected staff were sent events of these streams. They receive all open rooms and orders while
 * connected, which is one entry per hour, as for their pulls.
 * @param listening returns the ids of connected staff
 */
export function noteStaffListening({ db, log }: { db: Db; log: Log }, listening: () => Iterable<string>) {
  return (streams: readonly HintedStream[]): void => {
    if (!streams.some(({ staff }) => staff)) return;
    const { reads } = thisHour(db);
    for (const actor of listening()) {
      const read = `${actor} ${listened} `;
      if (reads.has(read)) continue;
      reads.add(read);
      keepAuditEntry(db, { what: listened, actor, request_id: newId() }, true).catch((error: unknown) => {
        reads.delete(read);
        log.error({ err: error }, 'what staff were shown was not noted');
      });
    }
  };
}

const listened = 'all.synced';

function thisHour(db: Db): { hour: number; reads: Set<string> } {
  const hour = Math.floor(Date.now() / HOUR);
  const known = noted.get(db);
  const now = known?.hour === hour ? known : { hour, reads: new Set<string>() };
  noted.set(db, now);
  return now;
}
