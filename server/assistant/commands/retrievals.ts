import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Command } from '#domain/spine/commands.ts';
import { withComputed } from '#domain/assistant/computed.ts';
import type { FileText } from '#domain/ground/file-text.ts';
import { emptyCombinations } from '#domain/assistant/retrieval/combinations.ts';
import { changesOf } from '#domain/assistant/retrieval/further.ts';
import type { Question } from '#domain/assistant/retrieval/question.ts';
import { contextAfter, contextOf } from '#domain/assistant/retrieval/context.ts';
import { type Retrieval, type RetrievalIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { searchFiles } from './file-findings.ts';
import { currentRateCard } from '../../order/store/rate-cards.ts';
import { lastAnswers } from '../store/last-answers.ts';
import type { Db } from '../../database/db.ts';

export interface RetrievalDeps {
  db: Db;
  /** Returns the current knowledge base. */
  knowledge: () => RetrievalIndex;
  /** Returns the texts of a user's files, by hash; it waits a limited time for those that are being read. */
  textsOf?: (uploader: string, hashes: readonly string[]) => Promise<ReadonlyMap<string, FileText>>;
}

/** Searches the knowledge base for the questions of one user. @returns the retrievals by question id */
export async function retrievalsFor(
  { db, knowledge, textsOf }: RetrievalDeps,
  asker: string,
  questions: readonly Command<'question.ask'>[],
): Promise<Map<string, Retrieval>> {
  const found = new Map<string, Retrieval>();
  const hashes = questions.flatMap(({ args }) => (args.files ?? []).map(({ sha256 }) => sha256));
  const texts = hashes.length === 0 ? undefined : await textsOf?.(asker, hashes);
  const again = questions.flatMap(({ args }) => args.branchOf ?? []);
  const earlier = await lastAnswers(db, [...new Set(questions.map(({ args }) => args.roomId))], again);
  const previous = new Map([...earlier].map(([roomId, answered]) => [roomId, contextOf(answered)]));
  const { card } = await currentRateCard(db);
  for (const { cmdId, args } of questions) {
    const { text, chatType, files = [] } = args;
    const question: Question = { text, chatType, hasFiles: files.length > 0 };
    const before = previous.get(args.roomId);
    if (before !== undefined) question.previous = before;
    const searched = knowledge();
    const plain = retrieve(searched, withComputed(question, card));
    const missed: string[] = [];
    const changes = changesOf(searched, question, plain, (word) => missed.push(word));
    const best = plain.hits[0]?.entry;
    const empty = best === undefined ? [] : emptyCombinations(best, missed);
    const retrieval = { ...plain, changes, empty };
    const withFiles =
      files.length === 0 ? retrieval : { ...retrieval, files: await searchFiles(text, files, texts ?? new Map()) };
    found.set(cmdId, withFiles);
    previous.set(args.roomId, contextAfter(question, retrieval));
    await nextTurn(); // lets other requests run between two questions
  }
  return found;
}
