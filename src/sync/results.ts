import { afterResult } from '#domain/retry-policy.ts';
import { laterPosition, hasPassed, type Cursor, type PushResult } from '#domain/protocol/sync.ts';
import { refuse } from '../db/attention.ts';
import { factOf, keepAlias } from '../db/meta.ts';
import { outboxTables, pendingIn, type Pending } from '../db/pending.ts';
import { removeEntries } from '../db/progress.ts';
import type { AckRow, AttentionRow, OutboxEntry, UserDb } from '../db/schema.ts';
import { note } from '../db/synclog.ts';
import { isEntry } from '../db/project-room.ts';
import { assertLeads } from './fence.ts';
import { countRetries } from './retries.ts';

/** Whether the server has this command's effect, now or from an earlier try. */
export function isAccepted(result: PushResult): result is Extract<PushResult, { pos: Cursor }> {
  return afterResult[result.s].command === 'settle';
}

/** What one command's reply means, kept with the command it is about. */
export interface Outcome {
  entry: OutboxEntry;
  result: PushResult;
  /** The reply did not speak of it: the result is ours. */
  isLeftOut?: true;
}

/**
 * Writes what the server said of a frame's commands, in one transaction. An accepted command stays in the outbox until a
 * pull has passed its place, which may be the case already; a refused one moves to where its owner decides, and so does
 * one that the server has asked for again too often.
 * @returns the outcomes with what has become of them
 */
export function keepResults(
  db: UserDb,
  epoch: number,
  replied: readonly Outcome[],
  date: number,
): Promise<readonly Outcome[]> {
  return db.transaction('rw!', [db.meta, ...outboxTables(db), db.attention, db.synclog], async () => {
    await assertLeads(db, epoch);
    const pending = await pendingIn(db);
    const outcomes = await countRetries(db, pending, replied);
    await accept(db, pending, outcomes);
    // What has left the queue meanwhile is decided: its owner was asked, or a pull has passed it.
    const undecided = outcomes.filter(({ entry }) => pending.has(entry.n));
    const refused = undecided.flatMap((outcome) => attentionFor(outcome, date));
    // Only what asks the database something is awaited: anything else may cost the transaction, see docs/decisions.
    if (refused.length > 0) await refuse(db, pending, refused);
    for (const { cmdId, code } of refused) await note(db, 'command refused', { cmdId, code });
    for (const { made, canonical } of outcomes.flatMap(aliasIn)) await keepAlias(db, made, canonical);
    return outcomes;
  });
}

async function accept(db: UserDb, pending: Pending, outcomes: readonly Outcome[]): Promise<void> {
  const cursor = await factOf(db, 'cursor');
  const passed: number[] = [];
  // A frame that was halved may have been accepted in two histories of the server, before and after a restore.
  const open = new Map<string, Omit<AckRow, 'a'>>();
  for (const { entry, result } of outcomes) {
    if (!isAccepted(result) || !pending.has(entry.n)) continue;
    if (cursor !== undefined && hasPassed(cursor, result.pos)) passed.push(entry.n);
    else {
      const ack = open.get(result.pos.epoch) ?? { ns: [], pos: result.pos };
      ack.ns.push(entry.n);
      open.set(result.pos.epoch, { ...ack, pos: laterPosition(ack.pos, result.pos) });
    }
  }
  if (passed.length > 0) await removeEntries(db, pending, passed);
  if (open.size > 0) await db.acks.bulkAdd([...open.values()] as never);
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
