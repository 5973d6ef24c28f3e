import { sql } from 'kysely';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { Db } from '../../database/db.ts';
import { HOUR } from '#domain/ground/units.ts';

const noteCursorMs = 1 * HOUR;

/** Time until which each session's recorded cursor is fresh enough, so that no write is needed. */
const notedUntil = new WeakMap<Db, Map<string, number>>();

/** Maximum number of remembered sessions. Forgetting one only costs a write. */
const kept = 10_000;

/** Records the cursor of a session's device, at intervals: an older position only keeps more of the log. */
export async function noteCursor(db: Db, sessionId: string, cursor: Cursor): Promise<void> {
  const sessions = notedUntil.get(db) ?? new Map<string, number>();
  notedUntil.set(db, sessions);
  if ((sessions.get(sessionId) ?? 0) > performance.now()) return;
  if (sessions.size >= kept) sessions.clear();
  sessions.set(sessionId, performance.now() + noteCursorMs);
  await sql`update sessions
    set cursor_epoch = ${cursor.epoch}, cursor_xid = ${cursor.xid}::xid8, cursor_seq = ${cursor.seq}, cursor_at = now(),
        last_seen_at = now()
    where id = ${sessionId}`.execute(db);
}
