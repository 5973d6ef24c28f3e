import { type RawBuilder, sql } from 'kysely';
import { inOneTrip } from '../../database/database.ts';
import { type Actor, actorJson } from '../../session/users.ts';
import { type DayCount, ownersOf, today } from '../../session/quotas.ts';
import type { Tx } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';

/** Locks the streams of a frame of commands, and reads everything that deciding it needs. */

/** Locks and rows that a frame needs. */
export interface FrameReading {
  actorId: string;
  /** Ids of the commands. */
  keys: readonly string[];
  streams: readonly string[];
  /** Queries of further streams, in a column `stream`: those to which the rows lead. */
  leads: readonly RawBuilder<unknown>[];
  /** Rows of parts: an SQL expression for each, by name. */
  parts: ReadonlyMap<string, RawBuilder<unknown>>;
}

/** Locks these streams until the end of the transaction, in the order of their numbers, so that two frames cannot deadlock. */
export async function lockStreams(tx: Tx, streams: readonly string[]): Promise<void> {
  await locking(unnested(streams)).execute(tx);
}

function locking(named: RawBuilder<unknown>) {
  // Generic plans until the frame ends: planning its statements for their parameters costs more than running them.
  return sql<{ names: string[] }>`
    select names, pg_advisory_xact_lock(k), (select set_config('plan_cache_mode', 'force_generic_plan', true)) from (
      select hashtextextended(stream, 0) as k, array_agg(distinct stream) as names from (${named}) s group by 1 order by 1) keys`;
}

function unnested(streams: readonly string[]) {
  return sql`select unnest(${streams}::text[]) as stream`;
}

export interface StoredReceipt {
  key: string;
  actor: string;
  /** Hex. */
  hash: string;
  result: StoredResult;
  xid: string;
  seq: number;
  generation: number;
}

/** A stored receipt, which a repeated command gets again. */
export type StoredResult =
  | { s: 'ok'; out?: object }
  | { s: 'rejected'; code: string; message: string; details?: unknown };

/** The current epoch and generation of the log, and a position that every later pull will pass. */
export interface LogNow {
  epoch: string;
  generation: number;
  xid: string;
}

export interface FrameRows {
  /** Null when the account is gone. */
  actor: Actor | null;
  known: StoredReceipt[];
  /** Positions of the newest events of the locked streams. */
  positions: Map<string, number>;
  /** Used amounts of the daily quotas of the actor and the actor's company. */
  used: DayCount[];
  logNow: LogNow;
  /** Rows of the parts, by name. */
  parts: Map<string, unknown>;
}

interface Row extends Record<string, unknown> {
  actor: Actor | null;
  known: StoredReceipt[] | null;
  streams: { stream: string; sseq: number }[] | null;
  used: DayCount[] | null;
  logNow: LogNow | null;
}

/**
 * Locks the streams and reads the rows in one round trip. These are two statements, so that the second sees what was
 * committed while the first waited for its locks. A stream to which rows lead only since then is not locked, and has no
 * position.
 */
export async function lockAndRead(tx: Tx, wanted: FrameReading): Promise<FrameRows> {
  const named = sql.join([unnested(wanted.streams), ...wanted.leads], sql` union all `);
  const [locked, { rows }] = await inOneTrip<[{ names: string[] }, Row]>(tx, [locking(named), reading(wanted, named)]);
  const row = rows[0];
  if (row === undefined || row.logNow === null) throw new Error('reading gave nothing');
  const names = new Set(locked.rows.flatMap((each) => each.names));
  const positions = row.streams?.flatMap(({ stream, sseq }) => (names.has(stream) ? [[stream, sseq] as const] : []));
  return {
    actor: row.actor,
    known: row.known ?? [],
    positions: new Map(positions),
    used: row.used ?? [],
    logNow: row.logNow,
    parts: new Map([...wanted.parts.keys()].map((name) => [name, row[name]])),
  };
}

/** Reads everything in one statement, and so in one snapshot. */
function reading({ actorId, keys, parts }: FrameReading, named: RawBuilder<unknown>) {
  const partColumns = [...parts].map(([name, expression]) => sql`${expression} as ${sql.id(name)}`);
  return sql<Row>`
    with owners as materialized (${ownersOf(actorId)})
    select ${sql.join([
      sql`(select ${actorJson} from users u where u.id = ${actorId} and ${isActive('u')}) as actor`,
      sql`(select json_agg(json_build_object('key', key, 'actor', actor, 'hash', encode(hash, 'hex'), 'result', result,
          'xid', xid::text, 'seq', seq, 'generation', generation))
        from idempotency where key = any(${keys}::uuid[])) as known`,
      sql`(select json_agg(json_build_object('stream', n.stream, 'sseq', coalesce(s.sseq, 0)))
        from (${named}) n left join streams s on s.stream = n.stream) as streams`,
      sql`(select json_agg(json_build_object('owner', owner, 'quota', quota, 'used', used)) from (
        select o.owner, d.quota, sum(d.used)::float8 as used from owners o join quota_days d
            on d.day = ${today} and case when o.company_id is null then d.person = ${actorId} else d.company_id = o.company_id end
          group by o.owner, d.quota) counts) as used`,
      sql`(select json_build_object('epoch', name, 'generation', generation,
        'xid', pg_snapshot_xmin(pg_current_snapshot())::text) from epoch) as "logNow"`,
      ...partColumns,
    ])}`;
}
