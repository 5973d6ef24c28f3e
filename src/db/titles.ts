import { Dexie } from 'dexie';
import { previewOf } from '#domain/chat.ts';
import { cutText } from '#domain/text.ts';
import { asPage } from './message-pages.ts';
import { isEntry } from './project-room.ts';
import { entriesIn } from './room-views.ts';
import type { UserDb } from './schema.ts';
import { queueTables, standingIn } from './standing.ts';

const titleChars = 60;

/**
 * What conversations with the assistant are about: the first words of the first question in each that this device has, of
 * one that waits where there is no other. Taken from the message itself, so a deleted one is no title. By room; a
 * conversation without a question is left out.
 */
export function titlesOf(db: UserDb, roomIds: readonly string[]): Promise<Map<string, string>> {
  return db.transaction('r!', [db.messages, ...queueTables(db)], async () => {
    const [standing, ...pages] = await Promise.all([standingIn(db), ...roomIds.map((id) => oldestPage(db, id))]);
    const titles = new Map<string, string>();
    roomIds.forEach((id, i) => {
      const row = pages[i];
      const asked = row && asPage(row).rows.find(({ author, redacted }) => author.kind === 'user' && redacted !== true);
      const waits = entriesIn(standing, id).find((entry) => isEntry(entry, 'question.ask'));
      const text = asked === undefined ? waits?.args.text : previewOf(asked);
      if (text !== undefined) titles.set(id, firstWords(text));
    });
    return titles;
  });
}

/** Pages are counted backwards: the oldest has the highest key. */
function oldestPage(db: UserDb, roomId: string) {
  return db.messages.where('[roomId+page]').between([roomId, Dexie.minKey], [roomId, Dexie.maxKey]).last();
}

/** "Why does the anode overhang the …": whole words, as far as the language has spaces between them. */
function firstWords(text: string): string {
  const line = previewOf({ content: text, files: [] });
  if (line.length <= titleChars) return line;
  const space = line.lastIndexOf(' ', titleChars);
  return space > titleChars / 2 ? `${line.slice(0, space)} …` : cutText(line, titleChars, '…');
}
