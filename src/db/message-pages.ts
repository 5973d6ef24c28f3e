import type { Message } from '#domain/chat.ts';
import type { Event } from '#domain/events.ts';
import { foldFeedback, foldRedaction } from '#domain/events.ts';
import type { MessagePage, UserDb } from './schema.ts';

/** Messages lie in pages of neighboring places, because IndexedDB costs per record and not per message. */

/** How many places of a room share one record. */
export const pageSize = 128;

/** Which record a message's place falls in. */
export function pageOf(sseq: number): number {
  return Math.floor(sseq / pageSize);
}

/** The key range that holds every page of a room. */
export function pagesOf(roomId: string): [[string, number], [string, number]] {
  return [
    [roomId, 0],
    [roomId, Number.MAX_SAFE_INTEGER],
  ];
}

/** Adds messages, at least one, to their pages: each touched page is read once and written once. */
export async function foldMessages(db: UserDb, messages: readonly Message[]): Promise<void> {
  const touched = new Map<string, Message[]>();
  for (const message of messages) {
    const key = `${message.roomId} ${pageOf(message.sseq)}`;
    const list = touched.get(key);
    if (list === undefined) touched.set(key, [message]);
    else list.push(message);
  }
  const keys = [...touched.values()].map(([first]) => keyOf(first as Message));
  const known = await db.messages.bulkGet(keys);
  const pages = [...touched.values()].map((added, i) => withMessages(known[i], keys[i] as [string, number], added));
  await db.messages.bulkPut(pages);
}

function keyOf(message: Message): [string, number] {
  return [message.roomId, pageOf(message.sseq)];
}

/** A page with more messages; one that is there already stays, it may carry feedback. */
function withMessages(
  page: MessagePage | undefined,
  [roomId, number]: [string, number],
  added: Message[],
): MessagePage {
  const rows = page?.rows ?? [];
  const known = new Set(rows.map((row) => row.sseq));
  const fresh = added.filter((message) => !known.has(message.sseq) && known.add(message.sseq) !== undefined);
  return { roomId, page: number, rows: [...rows, ...fresh].sort((a, b) => a.sseq - b.sseq) };
}

/** Adds feedback to its answer, looked for from the newest page back: feedback is given on what one sees. */
export async function foldFeedbackInto(db: UserDb, event: Event<'feedback.given'>): Promise<void> {
  const keys = await db.messages
    .where(':id')
    .between(...pagesOf(event.data.roomId), true, true)
    .primaryKeys();
  for (const key of keys.toReversed()) {
    const page = await db.messages.get(key);
    const at = page?.rows.findIndex((row) => row.id === event.data.answerId) ?? -1;
    if (page === undefined || at < 0) continue;
    const rows = page.rows.with(at, foldFeedback(page.rows[at] as Message, event));
    await db.messages.put({ ...page, rows });
    return;
  }
}

/**
 * Puts what is left of a message in its place, also where the message itself has never been: history that is on its way
 * may still bring it. Answers the hashes of the files it had.
 */
export async function foldRedactionInto(db: UserDb, event: Event<'message.redacted'>): Promise<string[]> {
  const { message } = event.data;
  const key = keyOf(message);
  const page = await db.messages.get(key);
  const rows = page?.rows ?? [];
  const old = rows.find((row) => row.id === message.id);
  const left = foldRedaction(old, event);
  const others = rows.filter((row) => row.id !== message.id);
  await db.messages.put({ roomId: key[0], page: key[1], rows: [...others, left].sort((a, b) => a.sseq - b.sseq) });
  return old?.files.map(({ sha256 }) => sha256) ?? [];
}

/**
 * The newest pages of a room whose newest place is `sseq`, newest first: as many as hold `limit` messages if every place
 * is a message's. Found by their keys, because a cursor that walks back costs an answer for every page.
 */
export async function newestPagesUpTo(db: UserDb, roomId: string, sseq: number, limit: number): Promise<MessagePage[]> {
  const [newest, oldest] = [pageOf(sseq), pageOf(Math.max(0, sseq - limit + 1))];
  const keys = Array.from({ length: newest - oldest + 1 }, (_, i): [string, number] => [roomId, newest - i]);
  return (await db.messages.bulkGet(keys)).filter((page) => page !== undefined);
}

/** The newest pages of a room, newest first: as many as usually hold `limit` messages; the newest may hold a single one. */
function newestPages(db: UserDb, roomId: string, limit: number, upTo = Number.MAX_SAFE_INTEGER) {
  return db.messages
    .where(':id')
    .between([roomId, 0], [roomId, upTo], true, true)
    .reverse()
    .limit(Math.ceil(limit / pageSize) + 1)
    .toArray();
}

/** The messages of pages, newest first, as a list with the oldest first. */
export function messagesIn(pages: readonly MessagePage[]): Message[] {
  return pages.toReversed().flatMap((page) => page.rows);
}

/** Whether these newest pages hold `limit` messages, or all there are. */
export function areEnough(pages: readonly MessagePage[], limit: number): boolean {
  return pages.at(-1)?.page === 0 || pages.reduce((sum, page) => sum + page.rows.length, 0) >= limit;
}

/** Goes on to older pages until there are `limit` messages or none is left; at least one request is made. */
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

/** The newest messages of a room, oldest first: at least `limit` when the device has as many. */
export async function newestMessages(db: UserDb, roomId: string, limit: number): Promise<Message[]> {
  const pages = await newestPages(db, roomId, limit);
  return messagesIn(areEnough(pages, limit) ? pages : await withOlderPages(db, roomId, pages, limit));
}
