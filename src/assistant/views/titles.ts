import { previewOf } from '#domain/chat/chat.ts';
import { automaticTitle } from '#domain/chat/conversations.ts';
import { asPage, pageRowsOf } from '../../db/message-records.ts';
import { entriesIn } from '../../chat/views/room-views.ts';
import { type UserDb, isEntry } from '../../db/schema.ts';
import { queueTables, outboxStateIn } from '../../db/outbox-state.ts';

/**
 * Returns the titles of rooms with the assistant, by room: the first words of the first question on this device, or of
 * a pending one. They are taken from the message itself, so a deleted question is no title. Rooms without a question
 * have undefined.
 */
export function titlesOf(db: UserDb, roomIds: readonly string[]): Promise<Map<string, string | undefined>> {
  return db.transaction('r!', [db.messages, ...queueTables(db)], async () => {
    // The last page is the oldest.
    const [outbox, ...pages] = await Promise.all([
      outboxStateIn(db),
      ...roomIds.map((id) => pageRowsOf(db, id).last()),
    ]);
    const titles = roomIds.map((id, i): [string, string | undefined] => {
      const row = pages[i];
      const asked = row && asPage(row).rows.find(({ author, redacted }) => author.kind === 'user' && redacted !== true);
      const waits = entriesIn(outbox, id).find((entry) => isEntry(entry, 'question.ask'));
      const text = asked === undefined ? waits?.args.text : previewOf(asked);
      return [id, text === undefined ? undefined : automaticTitle(text)];
    });
    return new Map(titles);
  });
}
