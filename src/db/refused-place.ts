import type { OutboxEntry, RefusedPlace, RefusedRow, UserDb } from './schema.ts';

/**
 * Place of a refused message in its room: where it stood when it was refused, after the earlier messages of its author.
 * A refusal holds back only what depends on it, so later messages are sent without it. If it moved along below them, it
 * would look like the newest message, and a reply to what stands above it would read as one to the refused text.
 */

/** Returns the tables that `withPlaces` reads, for refusals of these commands. */
export function placeTables(db: UserDb, entries: readonly OutboxEntry[]) {
  return entries.some(isOfRoom) ? [db.rooms] : [];
}

/**
 * Adds its place to each refusal of a command of a room. Call inside a transaction over `placeTables`.
 * @param waiting commands in the outbox
 * @param settled commands that were pushed together with the refused ones, and are confirmed already
 */
export async function withPlaces(
  db: UserDb,
  rows: readonly RefusedRow[],
  waiting: readonly OutboxEntry[],
  settled: readonly OutboxEntry[] = [],
): Promise<RefusedRow[]> {
  const placed: RefusedRow[] = [];
  for (const row of rows) {
    const { lane, n } = row.entry;
    const room = isOfRoom(row.entry) ? await db.rooms.get(lane.slice('room:'.length)) : undefined;
    const behind = waiting.findLast((entry) => entry.lane === lane && entry.n < n)?.cmdId;
    const before = settled.find((entry) => entry.lane === lane && entry.n > n)?.cmdId;
    const place: RefusedPlace = {
      after: room?.sseq ?? 0,
      ...(behind === undefined ? {} : { behind }),
      ...(before === undefined ? {} : { before }),
    };
    placed.push(isOfRoom(row.entry) ? { ...row, place } : row);
  }
  return placed;
}

/**
 * Puts refused messages where they stay between the confirmed ones; the others follow all confirmed ones.
 * @param placeOf returns the place of a refused message; undefined for one that is pending, or has none
 */
export function inPlace<M extends { id: string; sseq: number }>(
  confirmed: readonly M[],
  pending: readonly M[],
  placeOf: (message: M) => RefusedPlace | undefined,
): M[] {
  const lists: M[][] = Array.from({ length: confirmed.length + 1 }, () => []);
  for (const message of pending) {
    const place = placeOf(message);
    lists[place === undefined ? confirmed.length : indexOf(confirmed, place)]?.push(message);
  }
  return lists.flatMap((list, i) => [...list, ...confirmed.slice(i, i + 1)]);
}

function indexOf(confirmed: readonly { id: string; sseq: number }[], { after, behind, before }: RefusedPlace): number {
  const next = confirmed.findIndex(({ id }) => id === before);
  if (next >= 0) return next;
  return 1 + confirmed.findLastIndex(({ id, sseq }) => sseq <= after || id === behind);
}

function isOfRoom({ lane }: OutboxEntry): boolean {
  return lane.startsWith('room:');
}
