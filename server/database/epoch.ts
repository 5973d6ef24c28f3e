import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import { countWritten, type Db, type Tx } from './db.ts';

/**
 * The epoch names one history of the log. Transaction ids have a meaning only within it: after a restore or a move to
 * another PostgreSQL it changes, and devices take a new snapshot. Their outboxes are kept.
 */

/** Begins a new epoch if the stored epoch was made for another database. */
export async function renewEpochIfMoved(tx: Tx): Promise<void> {
  const found = await sql<{ id: string; system: string; timeline: number; name: string }>`
    select e.id, s.system_identifier::text as system, c.timeline_id as timeline, e.name
    from epoch e, pg_control_system() s, pg_control_checkpoint() c`.execute(tx);
  const row = found.rows[0];
  if (row === undefined) throw new Error('the epoch row is missing');
  const name = epochOf(row);
  if (name === row.name) return;
  // The old archive floor has no meaning in the new epoch.
  await sql`update epoch set name = ${name}, generation = generation + 1, renewed_at = now(),
    floor_xid = '0', floor_seq = 0`.execute(tx);
  // Transaction ids of another cluster may be ahead of this one's: such events would be hidden until it reaches them,
  // and then appear as new. No device needs them, because each takes a snapshot.
  await sql`update events set xid = '0' where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);
}

/**
 * Begins a new epoch if this server has handed out a position that the database has not reached: an older database was
 * restored. A position sent by a device is no reason.
 * @param handedOut what was handed out before this call began
 * @returns whether a new epoch began
 */
export async function renewEpochIfBehind(db: Db, handedOut: Pick<Cursor, 'epoch' | 'xid'>): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const renewed = await countWritten(tx)`update epoch set id = gen_random_uuid()
      where name = ${handedOut.epoch} and ${handedOut.xid}::xid8 > pg_snapshot_xmax(pg_current_snapshot())`;
    if (renewed !== 1) return false;
    await renewEpochIfMoved(tx);
    return true;
  });
}

/** Begins a new epoch after a restore of this database, and logs it. */
export async function startNewHistory(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update epoch set id = gen_random_uuid()`.execute(tx);
    await renewEpochIfMoved(tx);
  });
}

function epochOf(row: { id: string; system: string; timeline: number }): string {
  return createHash('sha256').update(`${row.system}/${row.timeline}/${row.id}`).digest('hex').slice(0, 24);
}
