import type { Message } from '#domain/chat/chat.ts';
import type { QuestionContext } from '#domain/assistant/retrieval/question.ts';
import { retrievalSettings } from '#domain/assistant/retrieval/thresholds.ts';
import { rootOf } from './branches.ts';
import { messagesIn, newestPages } from '../../db/message-records.ts';
import { outboxStateIn, queueTables } from '../../db/outbox-state.ts';
import { entriesIn } from '../../chat/views/room-views.ts';
import { type UserDb, isEntry } from '../../db/schema.ts';

/**
 * Returns the questions that a question of this room may refer to, oldest first: the last answered ones on this device,
 * and those that wait before it in the outbox. Of a question that was asked again only the newest version counts,
 * whichever one this device shows, as on the server; and none when it is this one that is asked again.
 */
export function questionsBefore(db: UserDb, roomId: string, questionId: string): Promise<QuestionContext[]> {
  return db.transaction('r!', [db.messages, ...queueTables(db)], async () => {
    const count = retrievalSettings.questionsBefore;
    const [outbox, pages] = await Promise.all([outboxStateIn(db), newestPages(db, roomId, count)]);
    const entries = entriesIn(outbox, roomId);
    const at = entries.findIndex(({ cmdId }) => cmdId === questionId);
    const questions = entries.flatMap((entry) => (isEntry(entry, 'question.ask') ? [entry] : []));
    const waiting = entries
      .slice(0, Math.max(0, at))
      .flatMap((entry) => (isEntry(entry, 'question.ask') ? [entry] : []));
    const own = questions.find(({ cmdId }) => cmdId === questionId)?.args.branchOf;
    const asked: QuestionBefore[] = [
      ...answeredIn(messagesIn(pages)),
      ...waiting.map(({ cmdId, args }) => ({ root: args.branchOf ?? cmdId, text: args.text, category: '' })),
    ];
    return asked
      .filter(({ root }, i) => root !== own && !asked.slice(i + 1).some((later) => later.root === root))
      .map(({ text, category, calculation }) => ({
        text,
        category,
        ...(calculation === undefined ? {} : { calculation }),
      }))
      .slice(-count);
  });
}

interface QuestionBefore extends QuestionContext {
  /** Id of the first version of the question. */
  root: string;
}

function answeredIn(messages: readonly Message[]): QuestionBefore[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return messages.flatMap(({ answer }) => {
    const question = answer === undefined ? undefined : byId.get(answer.questionId);
    if (answer === undefined || question === undefined || question.redacted === true) return [];
    const category = answer.sources[0]?.category ?? '';
    const { calculation } = answer;
    const computed = calculation === undefined ? {} : { calculation };
    return [{ root: rootOf(question), text: question.content, category, ...computed }];
  });
}
