import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Cursor } from '#domain/protocol/sync.ts';
import type { Db, Tx } from './database.ts';

/**
 * The epoch names one history of the log. Transaction ids mean something only within it: after a restore or a move to
 * another PostgreSQL it changes, and devices take a new snapshot. Their outboxes stay.
 */

/** Makes a new epoch when this database is not, or not any more, the one the stored epoch was made for. */
export async function renewEpochIfMoved(tx: Tx): Promise<void> {
  const found = await sql<{ id: string; system: string; timeline: number; name: string }>`
    select e.id, s.system_identifier::text as system, c.timeline_id as timeline, e.name
    from epoch e, pg_control_system() s, pg_control_checkpoint() c`.execute(tx);
  const row = found.rows[0];
  if (row === undefined) throw new Error('the epoch row is missing');
  const name = nameOf(row);
  if (name === row.name) return;
  // Where the old history was archived up to means nothing in the new one.
  await sql`update epoch set name = ${name}, generation = generation + 1, renewed_at = now(),
    floor_xid = '0', floor_seq = 0`.execute(tx);
  // Numbers of another cluster may lie ahead of this one's: such events would hide until it reaches them, and then come
  // as news. Nobody needs them as news: every device takes a snapshot.
  await sql`update events set xid = '0' where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);
}

/**
 * Makes a new epoch when this server itself has handed out a place that lies beyond what the database counts to: the
 * database is an older one, put back without a word. What a device says is no reason.
 * @param handedOut what was handed out before this call began
 * @returns whether a new epoch began
 */
export async function renewEpochIfBehind(db: Db, handedOut: Pick<Cursor, 'epoch' | 'xid'>): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const renewed = await sql`update epoch set id = gen_random_uuid()
      where name = ${handedOut.epoch} and ${handedOut.xid}::xid8 > pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);
    if (renewed.numAffectedRows !== 1n) return false;
    await renewEpochIfMoved(tx);
    return true;
  });
}

/** Begins a new history because this database was restored, and says so. */
export async function startNewHistory(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update epoch set id = gen_random_uuid()`.execute(tx);
    await renewEpochIfMoved(tx);
  });
}

function nameOf(row: { id: string; system: string; timeline: number }): string {
  return createHash('sha256').update(`${row.system}/${row.timeline}/${row.id}`).digest('hex').slice(0, 24);
}
