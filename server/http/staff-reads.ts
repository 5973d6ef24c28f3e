import { isStaff } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import { newId } from './commanding.ts';
import type { Deps } from './deps.ts';
import type { HintedStream } from '../hint.ts';
import { keepAuditEntry } from '../store/people/audit-entries.ts';
import type { Db } from '../store/system/database.ts';

/** What has been read, as the audit log says it. */
export interface Read {
  what: string;
  /** The object, as whoever asked named it; null: everything. */
  about: string | null;
  requestId: string;
}

/** Whoever has been noted in this hour, so that most reads ask the database nothing. */
const noted = new WeakMap<Db, { hour: number; reads: Set<string> }>();
const hourMs = 3_600_000;

/** Notes what staff have read: one entry an hour for each of them and each object. Nothing of what customers read. */
export async function noteRead(db: Db, person: Person, { what, about, requestId }: Read): Promise<void> {
  if (!isStaff(person)) return;
  const read = `${person.id} ${what} ${about ?? ''}`;
  const { reads } = thisHour(db);
  if (reads.has(read)) return;
  const entry = { what, actor: person.id, about, fields: [], request_id: requestId, network: null };
  await keepAuditEntry(db, entry, true);
  reads.add(read);
}

/**
 * Notes that staff who listen were shown what happens in these streams. They are shown every open talk
 * and order as long as they listen, which is one entry an hour, as for what their devices pull.
 * @param listening gives the ids of staff who listen now
 */
export function noteStaffListening({ db, log }: Pick<Deps, 'db' | 'log'>, listening: () => Iterable<string>) {
  return (streams: readonly HintedStream[]): void => {
    if (!streams.some(({ staff }) => staff)) return;
    const { reads } = thisHour(db);
    for (const actor of listening()) {
      const read = `${actor} ${listened.what} `;
      if (reads.has(read)) continue;
      reads.add(read);
      keepAuditEntry(db, { ...listened, actor, request_id: newId() }, true).catch((error: unknown) => {
        reads.delete(read);
        log.error({ err: error }, 'what staff were shown was not noted');
      });
    }
  };
}

const listened = { what: 'all.synced', about: null, fields: [], network: null };

function thisHour(db: Db): { hour: number; reads: Set<string> } {
  const hour = Math.floor(Date.now() / hourMs);
  const known = noted.get(db);
  const now = known?.hour === hour ? known : { hour, reads: new Set<string>() };
  noted.set(db, now);
  return now;
}
