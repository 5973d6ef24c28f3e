import { sql } from 'kysely';
import { ago, asWire } from '../../database/moments.ts';
import { endSessions } from '../../session/rights.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';
import { sessionIdleMs } from '../../session/sessions.ts';
import { pageRowsMost } from '#domain/ground/page-rows.ts';

/** A session as shown to its owner. */
export interface DeviceRow {
  id: string;
  user_agent: string | null;
  created_at: string;
  last_seen_at: string;
}

/** Returns a user's sessions: the requesting one first, then by last use. */
export async function devicesOf(db: Db, userId: string, current: string): Promise<DeviceRow[]> {
  return await rowsOf<DeviceRow>(db)`
    select id, user_agent, ${asWire('created_at')} as created_at, ${asWire('last_seen_at')} as last_seen_at
      from sessions where user_id = ${userId} and ${isLive}
     order by id = ${current} desc, sessions.last_seen_at desc, id limit ${pageRowsMost}`;
}

/** Ends one session of this user. @returns false for another user's session, and for one that has ended */
export async function endDevice(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await endSessions(tx, sql`id = ${id} and user_id = ${userId} and ${isLive}`)) === 1;
}

/** Ends all sessions of this user but one. @returns the number of sessions ended */
export async function endOtherDevices(tx: Tx, userId: string, keep: string): Promise<number> {
  return endSessions(tx, sql`user_id = ${userId} and id <> ${keep} and ${isLive}`);
}

const isLive = sql`revoked_at is null and expires_at > now() and last_seen_at > ${ago(sessionIdleMs)}`;
