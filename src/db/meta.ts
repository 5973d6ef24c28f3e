import type { Cursor } from '#domain/protocol/sync.ts';
import type { UserDb } from './schema.ts';

/** The small facts of a user's database, each under its own key. Call inside a transaction that covers `meta`. */
interface Leader {
  holder: string;
  /** Grows with every change of leader; a write that carries an older one is refused. */
  epoch: number;
  beatAt: number;
}

interface Facts {
  /** How far a pull has got. */
  cursor: Cursor;
  /** How often everything came anew: what a page remembers from before is void then. */
  startedOver: number;
  leader: Leader;
  /** Random per database; names this queue to the server. */
  clientId: string;
  lastSyncedAt: number;
  /** The server's clock when it was last heard. */
  heardAt: number;
  /** How often the server has asked for a command again, by its id. */
  retries: Record<string, number>;
  /** The server has ended the session: what waits, waits for a sign-in. */
  parked: boolean;
}

export async function factOf<K extends keyof Facts>(db: UserDb, key: K): Promise<Facts[K] | undefined> {
  return (await db.meta.get(key))?.value as Facts[K] | undefined;
}

export async function keepFact<K extends keyof Facts>(db: UserDb, key: K, value: Facts[K]): Promise<void> {
  await db.meta.put({ key, value });
}

const wantedPrefix = 'wanted:';
const aliasPrefix = 'alias:';

/** Streams whose rows have to be fetched as a snapshot, with the place that snapshot must have passed. */
export async function wantedStreams(db: UserDb): Promise<Map<string, Cursor>> {
  const rows = await db.meta.where('key').startsWith(wantedPrefix).toArray();
  return new Map(rows.map(({ key, value }) => [key.slice(wantedPrefix.length), value as Cursor]));
}

export async function want(db: UserDb, streams: ReadonlyMap<string, Cursor>): Promise<void> {
  await db.meta.bulkPut([...streams].map(([stream, place]) => ({ key: wantedPrefix + stream, value: place })));
}

export async function unwant(db: UserDb, streams: readonly string[]): Promise<void> {
  await db.meta.bulkDelete(streams.map((stream) => wantedPrefix + stream));
}

/** Rooms made here that turned out to exist already: by the id made here, the id that counts. */
export async function aliasesOf(db: UserDb): Promise<Map<string, string>> {
  const rows = await db.meta.where('key').startsWith(aliasPrefix).toArray();
  return new Map(rows.map(({ key, value }) => [key.slice(aliasPrefix.length), value as string]));
}

export async function keepAlias(db: UserDb, roomId: string, canonicalRoomId: string): Promise<void> {
  await db.meta.put({ key: aliasPrefix + roomId, value: canonicalRoomId });
}
