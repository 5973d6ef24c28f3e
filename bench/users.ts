import { sql } from 'kysely';
import { openSession } from '../server/session/sessions.ts';
import { connect } from '../server/database/database.ts';
import { silentLog } from '../server/ground/log.ts';
import { somebody } from '../tests/support/users.ts';

/** A user on one device: with a session of its own. */
export interface User {
  id: string;
  token: string;
}

/** Creates users, and a session for each device. The first devices of all users come before their second ones. */
export async function makeUsers(
  databaseUrl: string,
  role: 'engineer' | 'expert',
  count: number,
  devices: number,
): Promise<User[]> {
  const db = connect(databaseUrl, silentLog, 4);
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await somebody(db, role)).id);
  const made: User[] = [];
  for (let device = 0; device < devices; device++) {
    for (const id of ids) {
      made.push({ id, token: await openSession(db, id, { deviceId: null, userAgent: null, remember: true }) });
    }
  }
  await sql`analyze`.execute(db);
  await db.destroy();
  return made;
}
