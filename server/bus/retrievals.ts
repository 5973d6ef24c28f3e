import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Command } from '#domain/commands.ts';
import type { Question } from '#domain/retrieval/question.ts';
import { type Retrieval, type RetrievalIndex, contextAfter, contextOf, retrieve } from '#domain/retrieval/retrieve.ts';
import { lastAnswers } from '../store/sync/load-work.ts';
import type { Db } from '../store/system/db.ts';

/**
 * Searches the knowledge base for each question of a frame before its transaction, so that no locks are held meanwhile.
 * @returns the retrievals by question id
 */
export async function retrievalsFor(
  db: Db,
  index: () => RetrievalIndex,
  commands: readonly { command: Command }[],
): Promise<Map<string, Retrieval>> {
  const found = new Map<string, Retrieval>();
  const questions = commands.flatMap(({ command }) => (isQuestion(command) ? [command] : []));
  if (questions.length === 0) return found;
  const earlier = await lastAnswers(db, [...new Set(questions.map(({ args }) => args.roomId))]);
  const previous = new Map([...earlier].map(([roomId, answered]) => [roomId, contextOf(answered)]));
  for (const { cmdId, args } of questions) {
    const hasFiles = (args.files ?? []).length > 0;
    const question: Question = { text: args.text, chatType: args.chatType, hasFiles };
    const before = previous.get(args.roomId);
    if (before !== undefined) question.previous = before;
    const retrieval = retrieve(index(), question);
    found.set(cmdId, retrieval);
    previous.set(args.roomId, contextAfter(question, retrieval));
    await nextTurn(); // lets other requests run between two questions
  }
  return found;
}

function isQuestion(command: Command): command is Command<'question.ask'> {
  return command.type === 'question.ask';
}
