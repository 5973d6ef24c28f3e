import type { Message } from '#domain/chat/chat.ts';
import { hasWords } from '#domain/ground/text-search.ts';
import { asPage, pageRowsOf } from '../../db/message-records.ts';
import { queueTables, outboxStateIn, type OutboxState } from '../../db/outbox-state.ts';
import { entriesIn } from '../../chat/views/room-views.ts';
import { type MessagePageRow, type UserDb, isEntry } from '../../db/schema.ts';

/** A message with the words of a search. */
export interface FoundMessage {
  id: string;
  content: string;
}

/**
 * Finds the newest message with all of these words in each of these rooms, among those on this device and those that
 * are pending. Rooms without one are left out.
 */
export function findInRooms(
  db: UserDb,
  roomIds: readonly string[],
  words: readonly string[],
): Promise<Map<string, FoundMessage>> {
  return db.transaction('r!', [db.messages, ...queueTables(db)], async () => {
    const outbox = await outboxStateIn(db);
    const found = new Map<string, FoundMessage>();
    for (let from = 0; from < roomIds.length; from += roomsAtOnce) {
      const ids = roomIds.slice(from, from + roomsAtOnce);
      const pages = await Promise.all(ids.map((id) => pageRowsOf(db, id).toArray()));
      ids.forEach((id, i) => {
        const message = pendingWith(outbox, id, words) ?? newestWith(pages[i] ?? [], words);
        if (message !== undefined) found.set(id, { id: message.id, content: message.content });
      });
    }
    return found;
  });
}

/** Rooms whose messages are in memory together: a device may have two thousand. */
const roomsAtOnce = 50;

/** Returns the newest pending question or message of a room with the words. */
function pendingWith(outbox: OutboxState, roomId: string, words: readonly string[]): FoundMessage | undefined {
  return entriesIn(outbox, roomId)
    .flatMap((entry): FoundMessage[] => {
      if (isEntry(entry, 'question.ask')) return [{ id: entry.cmdId, content: entry.args.text }];
      return isEntry(entry, 'chat.send') ? [{ id: entry.cmdId, content: entry.args.content }] : [];
    })
    .findLast(({ content }) => hasWords(content, words));
}

function newestWith(pages: readonly MessagePageRow[], words: readonly string[]): Message | undefined {
  for (const page of pages) {
    // Most pages are ruled out without parsing them.
    if (!mayHave(page.text, words)) continue;
    const message = asPage(page).rows.findLast(({ content }) => hasWords(content, words));
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Whether a page as JSON may have the words: it writes all letters as they are, but quotes and backslashes not. */
function mayHave(text: string, words: readonly string[]): boolean {
  return hasWords(text, ['', ...words.flatMap((word) => word.split(/["\\]/))]);
}
