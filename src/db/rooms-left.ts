import { refuse } from './refused.ts';
import { aliasesOf, clearWanted } from './meta.ts';
import { pendingIn } from './pending.ts';
import type { RefusedRow, OutboxEntry, UserDb } from './schema.ts';
import { removeStream } from './stream-rows.ts';

/** Rooms this user was removed from. */

/** Code of a command whose user is no longer a member of its room. */
const roomLeft = 'REMOVED_FROM_ROOM';

/** Removes these rooms (at least one) from this device. Call inside a transaction over `confirmedTables`. */
export async function purgeRooms(db: UserDb, roomIds: readonly string[]): Promise<void> {
  for (const roomId of roomIds) await removeStream(db, `room:${roomId}`);
  await clearWanted(
    db,
    roomIds.map((roomId) => `room:${roomId}`),
  );
}

/**
 * Refuses the pending commands of these rooms (at least one), because the server will not accept them: their user
 * decides. A command that may have reached the server stays pending, because it may have taken effect before the
 * removal. Call inside a transaction over `confirmedTables` and attention.
 * @param at time of the refusal, by the device's clock in ms since 1970
 */
export async function refuseCommandsOf(db: UserDb, roomIds: readonly string[], at: number): Promise<void> {
  const aliases = await aliasesOf(db);
  const pending = await pendingIn(db);
  const isLeft = ({ lane }: OutboxEntry): boolean => {
    const id = lane.startsWith('room:') ? lane.slice('room:'.length) : '';
    return roomIds.includes(aliases.get(id) ?? id);
  };
  const rows = pending.unaccepted().filter((entry) => isLeft(entry) && !pending.isSent(entry.n));
  if (rows.length > 0) await refuse(db, pending, rows.map(rowAt(at)));
}

function rowAt(at: number) {
  return (entry: OutboxEntry): RefusedRow => ({ cmdId: entry.cmdId, entry, code: roomLeft, message, at });
}

const message = 'You are no longer in this conversation. What you wrote is kept: copy or export it, or discard it.';
