import type { Collection, PromiseExtended } from 'dexie';
import type { Message, Room } from '#domain/chat/chat.ts';
import type { Event } from '#domain/spine/events.ts';
import { foldFeedback, foldRedaction, withAuthorOf } from '#domain/spine/fold-room.ts';
import type { MessagePageRow, UserDb } from './schema.ts';

/** Stores messages in pages of neighboring positions, because the cost of IndexedDB is per record. */

/** A page with parsed messages. */
export interface MessagePage {
  roomId: string;
  page: number;
  /** Sorted by position, ascending. */
  rows: Message[];
}

/** Returns the page of a stored row, with its messages parsed. */
export function asPage({ roomId, page, text }: MessagePageRow): MessagePage {
  return { roomId, page: 0 - page, rows: JSON.parse(text) as Message[] };
}

/** Returns the stored form of a page. */
export function asPageRow({ roomId, page, rows }: MessagePage): MessagePageRow {
  return { roomId, page: 0 - page, text: JSON.stringify(rows) };
}

/** Number of positions of a room in one record. */
export const positionsPerRecord = 128;

/** Returns the page of a position. */
export function pageOf(sseq: number): number {
  return Math.floor(sseq / positionsPerRecord);
}

/** Returns the key range of a room's pages, newest first, from page `newest` back. */
export function pageRangeOf(roomId: string, newest = Number.MAX_SAFE_INTEGER): [PageKey, PageKey] {
  return [
    [roomId, 0 - newest],
    [roomId, 0],
  ];
}

/** Returns the stored pages of a room, newest first, from page `newest` back. */
export function pageRowsOf(db: UserDb, roomId: string, newest?: number): Collection<MessagePageRow, PageKey> {
  return db.messages.where(':id').between(...pageRangeOf(roomId, newest), true, true);
}

/** Room id, and the negated page number. */
type PageKey = [string, number];

/** Returns the first position of the page with this key. */
export function firstPositionOf([, page]: PageKey): number {
  return (0 - page) * positionsPerRecord;
}

/** Stored pages, by their room and number. */
export type StoredPages = ReadonlyMap<string, MessagePageRow | undefined>;

export const noPages: StoredPages = new Map();

/** Reads the pages that these messages (at least one) are in or will be in. */
export async function readPagesOf(db: UserDb, messages: readonly Message[]): Promise<StoredPages> {
  const keys = new Map(messages.map((message) => [keyOfPage(message), keyOf(message)]));
  const rows = await db.messages.bulkGet([...keys.values()]);
  return new Map([...keys.keys()].map((name, i) => [name, rows[i]]));
}

/**
 * Adds messages (at least one) to their pages. Each page is written once.
 * @param read the pages as they were read in this transaction; without it they are read now
 */
export async function foldMessages(db: UserDb, messages: readonly Message[], read?: StoredPages): Promise<void> {
  const stored = read ?? (await readPagesOf(db, messages));
  const touched = new Map<string, Message[]>();
  for (const message of messages) {
    const list = touched.get(keyOfPage(message));
    if (list === undefined) touched.set(keyOfPage(message), [message]);
    else list.push(message);
  }
  const pages = [...touched].map(([name, added]) => withMessages(stored.get(name), added));
  await db.messages.bulkPut(pages.map(asPageRow));
}

function keyOfPage({ roomId, sseq }: Message): string {
  return `${roomId} ${pageOf(sseq)}`;
}

function keyOf(message: Message): PageKey {
  return [message.roomId, 0 - pageOf(message.sseq)];
}

/** Returns the page with more messages (at least one). A message that exists stays, because it may have feedback. */
function withMessages(row: MessagePageRow | undefined, added: Message[]): MessagePage {
  const rows = row === undefined ? [] : asPage(row).rows;
  const known = new Set(rows.map((message) => message.sseq));
  const fresh = added.filter((message) => !known.has(message.sseq) && known.add(message.sseq) !== undefined);
  const { roomId, sseq } = added[0] as Message;
  return { roomId, page: pageOf(sseq), rows: [...rows, ...fresh].sort((a, b) => a.sseq - b.sseq) };
}

/** Adds feedback to its answer. It searches from the newest page, because most feedback is about visible answers. */
export async function foldFeedbackInto(db: UserDb, event: Event<'feedback.given'>): Promise<void> {
  const keys = await pageRowsOf(db, event.data.roomId).primaryKeys();
  for (const key of keys) {
    const page = await pageAt(db, key);
    const at = page?.rows.findIndex((row) => row.id === event.data.answerId) ?? -1;
    if (page === undefined || at < 0) continue;
    const rows = page.rows.with(at, foldFeedback(page.rows[at] as Message, event));
    await db.messages.put(asPageRow({ ...page, rows }));
    return;
  }
}

/** Sets a user's new name as author of their messages in a room, as far as the device has them. */
export async function foldUserInto(db: UserDb, roomId: string, { data }: Event<'person.renamed'>): Promise<void> {
  const renamed = { [data.userId]: data.name };
  await pageRowsOf(db, roomId).modify((row, ref) => {
    const page = asPage(row);
    if (page.rows.some(({ author }) => author.id === data.userId)) {
      ref.value = asPageRow({ ...page, rows: page.rows.map((message) => withAuthorOf(renamed, message)) });
    }
  });
}

/**
 * Replaces a deleted message by its redacted form, even if the device never had it: a history page in flight may still
 * contain it.
 * @returns the hashes of its files; empty when the device did not have it
 */
export async function foldRedactionInto(db: UserDb, event: Event<'message.redacted'>): Promise<string[]> {
  const { message } = event.data;
  const key = keyOf(message);
  const rows = (await pageAt(db, key))?.rows ?? [];
  const old = rows.find((row) => row.id === message.id);
  const left = foldRedaction(old, event);
  const others = rows.filter((row) => row.id !== message.id);
  const next = [...others, left].sort((a, b) => a.sseq - b.sseq);
  await db.messages.put(asPageRow({ roomId: message.roomId, page: pageOf(message.sseq), rows: next }));
  return old?.files.map(({ sha256 }) => sha256) ?? [];
}

async function pageAt(db: UserDb, key: PageKey): Promise<MessagePage | undefined> {
  const row = await db.messages.get(key);
  return row && asPage(row);
}

/**
 * Reads the newest pages of a room, newest first, from page `from` back: as many as usually hold `limit` messages. The
 * newest page may hold a single one.
 */
export function newestPages(db: UserDb, roomId: string, limit: number, from?: number): PromiseExtended<MessagePage[]> {
  return pageRowsOf(db, roomId, from)
    .limit(Math.ceil(limit / positionsPerRecord) + 1)
    .toArray((rows) => rows.map(asPage));
}

/** Returns the messages of pages (newest page first), oldest message first. */
export function messagesIn(pages: readonly MessagePage[]): Message[] {
  return pages.toReversed().flatMap((page) => page.rows);
}

/** Whether these pages hold `limit` messages, or all of the room. */
export function areEnough(pages: readonly MessagePage[], limit: number): boolean {
  return pages.at(-1)?.page === 0 || pages.reduce((sum, page) => sum + page.rows.length, 0) >= limit;
}

/** Reads older pages until there are `limit` messages or no more pages. Always makes at least one request. */
export async function withOlderPages(
  db: UserDb,
  roomId: string,
  newest: readonly MessagePage[],
  limit: number,
): Promise<MessagePage[]> {
  const all = [...newest];
  do {
    const before = all.at(-1)?.page;
    const older = await newestPages(db, roomId, limit, before === undefined ? undefined : before - 1);
    if (older.length === 0) break;
    all.push(...older);
  } while (!areEnough(all, limit));
  return all;
}

/** Returns the newest messages of a room, oldest first: at least `limit` if the device has that many. */
export async function newestMessages(db: UserDb, roomId: string, limit: number): Promise<Message[]> {
  const pages = await newestPages(db, roomId, limit);
  return messagesIn(areEnough(pages, limit) ? pages : await withOlderPages(db, roomId, pages, limit));
}

/** Returns the time of the oldest message that experts have not read; undefined when there is none on this device. */
export async function oldestUnreadAt(db: UserDb, room: Pick<Room, 'id' | 'unread'>): Promise<string | undefined> {
  const [oldest] = room.unread.support;
  if (oldest === undefined) return undefined;
  const row = await db.messages.get([room.id, 0 - pageOf(oldest)]);
  return row && asPage(row).rows.find(({ sseq }) => sseq === oldest)?.createdAt;
}
