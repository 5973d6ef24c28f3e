import type { Message } from '#domain/chat.ts';
import type { Event } from '#domain/events.ts';
import { foldFeedback } from '#domain/events.ts';
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

/** Adds messages and feedback to their pages: each touched page is read once and written once. */
export async function foldMessages(
  db: UserDb,
  messages: readonly Message[],
  feedback: readonly Event<'feedback.given'>[],
): Promise<void> {
  const touched = new Map<string, Message[]>();
  for (const message of messages) {
    const key = `${message.roomId} ${pageOf(message.sseq)}`;
    const list = touched.get(key);
    if (list === undefined) touched.set(key, [message]);
    else list.push(message);
  }
  const keys = [...touched.values()].map(([first]) => keyOf(first as Message));
  const known = keys.length === 0 ? [] : await db.messages.bulkGet(keys);
  const pages = [...touched.values()].map((added, i) => withMessages(known[i], keys[i] as [string, number], added));
  if (pages.length > 0) await db.messages.bulkPut(pages);
  for (const event of feedback) await foldFeedbackInto(db, event);
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

/** Looks for the answer from the newest page back: feedback is given on what one sees. */
async function foldFeedbackInto(db: UserDb, event: Event<'feedback.given'>): Promise<void> {
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

/** The newest messages of a room, oldest first: at least `limit` when the device has as many. */
export async function newestMessages(db: UserDb, roomId: string, limit: number): Promise<Message[]> {
  const rows: Message[][] = [];
  let count = 0;
  // The newest page may hold a single message, so two pages answer most reads in one go.
  for (let want = 2, upper = Number.MAX_SAFE_INTEGER; count < limit; want *= 2) {
    const pages = await db.messages
      .where(':id')
      .between([roomId, 0], [roomId, upper], true, true)
      .reverse()
      .limit(Math.max(want, Math.ceil((limit - count) / pageSize)))
      .toArray();
    for (const page of pages) {
      rows.unshift(page.rows);
      count += page.rows.length;
    }
    const oldest = pages.at(-1);
    if (oldest === undefined || oldest.page === 0) break;
    upper = oldest.page - 1;
  }
  return rows.flat();
}
