import type { DeviceSettings } from '#domain/assistant/settings.ts';
import type { BilingualText } from '#domain/quantities/words.ts';
import type { NumberedRateCard } from '#domain/order/data/rate-card.ts';
import type { KnowledgeLanguage } from '#domain/assistant/wire/saved-knowledge.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { UserDb } from './schema.ts';

/** Single values of a user's database, each under its key. Call the functions inside a transaction over `meta`. */

interface Leader {
  holder: string;
  /** Fencing token, `fence` in the code: grows with every change of leader, and writes with an older one fail. */
  epoch: number;
  /** Time of the last heartbeat, by the device's clock in ms since 1970. */
  beatAt: number;
}

export interface SavedKnowledgeState {
  /** The server's name of this state. */
  stamp: string;
  /** The language in which it was requested. */
  language: KnowledgeLanguage;
  /** Time at which the server last called it current, in ms since 1970 by the server's clock. For display only. */
  at: number;
}

/** Identity of this database; see `restore.ts`. */
interface Identity {
  /** Random. */
  id: string;
  /** Ids of commands, and keys of drafts, that tabs have written here after the browser had deleted the database. */
  restored: string[];
}

interface MetaValues {
  identity: Identity;
  /** Position up to which this device has pulled. */
  cursor: Cursor;
  /** Number of times this device has started over from a snapshot. Each time, early messages in memory become void. */
  startedOver: number;
  leader: Leader;
  /** Random id under which the server knows this outbox. */
  clientId: string;
  /** End of the last complete pull, by the device's clock in ms since 1970. For display only. */
  lastSyncedAt: number;
  /** The server's clock at the end of the last complete pull, in ms since 1970. */
  heardAt: number;
  /** Number of `retry` results of each pending command, by command id. */
  retries: Record<string, number>;
  /** The state of the saved knowledge base. Absent while the entries are of an older version of the app. */
  knowledge: SavedKnowledgeState;
  /** The tree of the failure finder for answers from an entry, by the entry's id. Absent while no trees are here. */
  finderLinks: Record<string, { tree: string; title: BilingualText }>;
  /** The assistant's settings. Absent while the server has sent none. */
  assistant: DeviceSettings;
  /** The rate card that prices are computed from on this device. */
  rateCard: NumberedRateCard;
  /** Address to which customers send their parcels; null while the operator has set none. */
  laboratory: string | null;
  /** Tax on invoices in basis points. */
  taxBp: number;
  /** Reason why no tax is added, in the seller's own words; null where the operator has set none. */
  noTaxReason: string | null;
  /** The seller's time zone. */
  timeZone: string;
  /** The server has ended the session. Pending commands wait for the next sign-in. */
  parked: boolean;
}

/** Returns a value; undefined while none is stored. */
export async function readMeta<K extends keyof MetaValues>(db: UserDb, key: K): Promise<MetaValues[K] | undefined> {
  return (await db.meta.get(key))?.value as MetaValues[K] | undefined;
}

/** Stores a value in place of an earlier one. */
export async function storeMeta<K extends keyof MetaValues>(db: UserDb, key: K, value: MetaValues[K]): Promise<void> {
  await db.meta.put({ key, value });
}

const wantedPrefix = 'wanted:';
const aliasPrefix = 'alias:';

/** Returns the streams to be fetched as snapshots, with the position each snapshot must have passed. */
export async function readWantedStreams(db: UserDb): Promise<Map<string, Cursor>> {
  const rows = await db.meta.where('key').startsWith(wantedPrefix).toArray();
  return new Map(rows.map(({ key, value }) => [key.slice(wantedPrefix.length), value as Cursor]));
}

/** Records that snapshots of these streams are needed. @param streams the position each snapshot must have passed */
export async function markWanted(db: UserDb, streams: ReadonlyMap<string, Cursor>): Promise<void> {
  await db.meta.bulkPut([...streams].map(([stream, value]) => ({ key: wantedPrefix + stream, value })));
}

/** Records that snapshots of these streams are no longer needed. */
export async function clearWanted(db: UserDb, streams: readonly string[]): Promise<void> {
  await db.meta.bulkDelete(streams.map((stream) => wantedPrefix + stream));
}

/** Returns the canonical ids of rooms that were opened here and existed already, by the id made here. */
export async function aliasesOf(db: UserDb): Promise<Map<string, string>> {
  const rows = await db.meta.where('key').startsWith(aliasPrefix).toArray();
  return new Map(rows.map(({ key, value }) => [key.slice(aliasPrefix.length), value as string]));
}

/** Records that a room opened here existed already under another id. */
export async function keepAlias(db: UserDb, roomId: string, canonicalRoomId: string): Promise<void> {
  await db.meta.put({ key: aliasPrefix + roomId, value: canonicalRoomId });
}

/** The trees of the failure finder: values of `meta`, each under its id. */
export const finderPrefix = 'finder:';
