import type { Message } from '#domain/chat.ts';
import type { QuestionContext } from '#domain/retrieval/question.ts';
import { retrievalSettings } from '#domain/retrieval/settings.ts';
import { messagesIn, newestPages } from './message-pages.ts';
import { isEntry } from './project-room.ts';
import { outboxStateIn, queueTables } from './outbox-state.ts';
import { entriesIn } from './room-views.ts';
import type { UserDb } from './schema.ts';

/**
 * Returns the questions that a question of this room may refer to, oldest first: the last answered ones on this device,
 * and those that wait before it in the outbox.
 */
export function questionsBefore(db: UserDb, roomId: string, questionId: string): Promise<QuestionContext[]> {
  return db.transaction('r!', [db.messages, ...queueTables(db)], async () => {
    const count = retrievalSettings.questionsBefore;
    const [outbox, pages] = await Promise.all([outboxStateIn(db), newestPages(db, roomId, count)]);
    const entries = entriesIn(outbox, roomId);
    const at = entries.findIndex(({ cmdId }) => cmdId === questionId);
    const waiting = entries
      .slice(0, Math.max(0, at))
      .flatMap((entry) => (isEntry(entry, 'question.ask') ? [{ text: entry.args.text, category: '' }] : []));
    return [...answeredIn(messagesIn(pages)), ...waiting].slice(-count);
  });
}

function answeredIn(messages: readonly Message[]): QuestionContext[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return messages.flatMap(({ answer }) => {
    const question = answer === undefined ? undefined : byId.get(answer.questionId);
    if (answer === undefined || question === undefined || question.redacted === true) return [];
    return [{ text: question.content, category: answer.sources[0]?.category ?? '' }];
  });
}
