import { isAccepted } from '#domain/spine/retry-policy.ts';
import { laterPosition, hasPassed } from '#domain/spine/wire/sync.ts';
import { refuse } from '../../db/refused.ts';
import { readMeta } from '../../db/meta.ts';
import type { PendingCommands } from '../../db/pending.ts';
import { removeEntries } from '../../db/progress.ts';
import { withPlaces } from '../../db/refused-place.ts';
import { mergeRooms } from '../../db/room-aliases.ts';
import { type AcceptedRow, type OutboxEntry, type RefusedRow, type UserDb, isEntry } from '../../db/schema.ts';
import { note } from '../../db/synclog.ts';
import { countRetries, type EntryResult } from './count-retries.ts';
import type { OutboxRules } from '../../db/outbox-rules.ts';

/**
 * Stores the results of a frame. An accepted command stays in the outbox until a pull has passed its position, which
 * may have happened already. A refused command moves to the attention table, and so does one with
 * `retryPolicy.sameRetries` retry results. Call inside a transaction over meta, `outboxTables`, attention and synclog;
 * also over drafts, if a result has an alias, and over `placeTables` of what is not accepted.
 * @param date time of a refusal, by the device's clock in ms since 1970; for display
 * @returns the results, with such retries turned into refusals
 */
export async function keepResults(
  db: UserDb,
  rules: OutboxRules,
  pending: PendingCommands,
  replied: readonly EntryResult[],
  date: number,
): Promise<readonly EntryResult[]> {
  const results = await countRetries(db, pending, replied);
  await accept(db, pending, results);
  // A command that is no longer in the outbox is settled: it was refused in the meantime, or a pull has passed it.
  const stillPending = results.filter(({ entry }) => pending.has(entry.n));
  const refused = stillPending.flatMap((each) => refusedRowsFor(each, date));
  const settled = results.flatMap(({ entry, result }) => (isAccepted(result) && !pending.has(entry.n) ? [entry] : []));
  // Only database requests are awaited: any other await may end the transaction (decision 0005).
  if (refused.length > 0) await refuse(db, pending, await withPlaces(db, refused, pending.entries, settled));
  for (const { code, details } of refused) await rules.refused[code]?.(db, details);
  for (const { cmdId, code } of refused) await note(db, 'command refused', { cmdId, code });
  for (const { made, canonical } of results.flatMap(aliasIn)) await mergeRooms(db, made, canonical);
  return results;
}

async function accept(db: UserDb, pending: PendingCommands, results: readonly EntryResult[]): Promise<void> {
  const cursor = await readMeta(db, 'cursor');
  const passed: number[] = [];
  // The halves of a frame may have been accepted in two epochs, before and after a restore of the server.
  const open = new Map<string, Omit<AcceptedRow, 'a'>>();
  for (const { entry, result } of results) {
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

function refusedRowsFor({ entry, result }: EntryResult, date: number): RefusedRow[] {
  if (result.s !== 'rejected') return [];
  const { code, message, details } = result;
  return [{ cmdId: entry.cmdId, entry, code, message, at: date, ...(details === undefined ? {} : { details }) }];
}

/** Whether the reply to a command may have an alias. */
export function mayHaveAlias(entry: OutboxEntry): boolean {
  return isEntry(entry, 'room.open') || isEntry(entry, 'handoff.request');
}

/**
 * Returns the alias in an accepted result, if there is one. The server may reply that a new room exists already under
 * another id; from then on both ids name that room.
 */
export function aliasIn({ entry, result }: EntryResult): { made: string; canonical: string }[] {
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
