import { furtherPlace, hasPassed, type Cursor, type PushResult } from '#domain/protocol/sync.ts';
import { refuse } from '../db/attention.ts';
import { factOf, keepAlias } from '../db/meta.ts';
import { pendingIn, type Pending } from '../db/pending.ts';
import { changeProgress, removeEntries } from '../db/progress.ts';
import type { AttentionRow, OutboxEntry, ProgressRow, UserDb } from '../db/schema.ts';
import { note } from '../db/synclog.ts';
import { isEntry } from '../db/project-room.ts';
import { assertLeads } from './fence.ts';

/** Whether the server has this command's effect, now or from an earlier try. */
export function isAccepted(result: PushResult): result is Extract<PushResult, { pos: Cursor }> {
  return result.s === 'ok' || result.s === 'duplicate';
}

/** What one command's reply means, kept with the command it is about. */
export interface Outcome {
  entry: OutboxEntry;
  result: PushResult;
}

/**
 * Writes what the server said of a frame's commands, in one transaction. An accepted command stays in the outbox until a
 * pull has passed its place, which may be the case already; a refused one moves to where its owner decides.
 */
export function keepResults(db: UserDb, epoch: number, outcomes: readonly Outcome[], date: number): Promise<void> {
  return db.transaction('rw!', [db.meta, db.outbox, db.progress, db.attention, db.synclog], async () => {
    await assertLeads(db, epoch);
    const pending = await pendingIn(db);
    await accept(db, pending, outcomes);
    const refused = outcomes.flatMap((outcome) => attentionFor(outcome, date));
    // Only what asks the database something is awaited: anything else may cost the transaction, see docs/decisions.
    if (refused.length > 0) await refuse(db, pending, refused);
    for (const { cmdId, code } of refused) await note(db, 'command refused', { cmdId, code });
    for (const { made, canonical } of outcomes.flatMap(aliasIn)) await keepAlias(db, made, canonical);
  });
}

async function accept(db: UserDb, pending: Pending, outcomes: readonly Outcome[]): Promise<void> {
  const places = new Map<number, Cursor>();
  for (const { entry, result } of outcomes) if (isAccepted(result)) places.set(entry.n, result.pos);
  const cursor = await factOf(db, 'cursor');
  const isPassed = (pos: Cursor) => cursor !== undefined && hasPassed(cursor, pos);
  const passed = new Set([...places].filter(([, pos]) => isPassed(pos)).map(([n]) => n));
  if (passed.size > 0) await removeEntries(db, pending, [...passed]);
  const open = [...places.keys()].filter((n) => !passed.has(n) && pending.has(n));
  if (open.length > 0) await changeProgress(db, pending, open, (row, ns) => accepted(row, ns, places));
}

function accepted(row: ProgressRow, ns: number[], places: ReadonlyMap<number, Cursor>): ProgressRow {
  let highest = row.acceptedPos;
  for (const n of ns) {
    const pos = places.get(n) as Cursor;
    highest = furtherPlace(highest, pos);
  }
  const next = { ...row, accepted: [...new Set([...row.accepted, ...ns])] };
  return highest === undefined ? next : { ...next, acceptedPos: highest };
}

function attentionFor({ entry, result }: Outcome, date: number): AttentionRow[] {
  if (result.s !== 'rejected') return [];
  const { code, message, details } = result;
  return [{ cmdId: entry.cmdId, entry, code, message, at: date, ...(details === undefined ? {} : { details }) }];
}

/** A room made here may turn out to be one that exists: from now on both ids mean that one. */
function aliasIn({ entry, result }: Outcome): { made: string; canonical: string }[] {
  const out = isAccepted(result) ? result.out : undefined;
  const canonical = (out as { canonicalRoomId?: unknown } | null | undefined)?.canonicalRoomId;
  const made = isEntry(entry, 'room.open')
    ? entry.args.roomId
    : isEntry(entry, 'handoff.request')
      ? entry.args.expertRoomId
      : undefined;
  if (typeof canonical !== 'string' || made === undefined || made === canonical) return [];
  return [{ made, canonical }];
}
