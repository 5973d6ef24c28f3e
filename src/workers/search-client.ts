import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { Question, QuestionContext } from '#domain/assistant/retrieval/question.ts';
import type { SavedReply, Search } from './search.ts';
import { workerAt } from './start-worker.ts';

/** The built script, by source path. */
const paths = import.meta.glob<string>('./search.ts', { query: '?worker&url', import: 'default', eager: true });
const searcher = workerAt<Search>(paths['./search.ts'] ?? '', 'search');

/** The page's side of the worker that answers from the knowledge saved on this device. */
export const search = {
  /** Loads all saved entries. @returns the number of entries */
  async load(entries: KnowledgeEntry[]): Promise<number> {
    return (await searcher()).load(entries);
  },
  /** Returns the context of the next question after these, oldest first; undefined if there are none. */
  async contextOf(questions: readonly QuestionContext[]): Promise<QuestionContext | undefined> {
    return questions.length === 0 ? undefined : (await searcher()).contextOf(questions);
  },
  /** Answers a question. @returns null while nothing is loaded */
  async ask(
    question: Question,
    about: { questionId: string; handoffAllowed: boolean; ordersAllowed: boolean },
  ): Promise<SavedReply | null> {
    return (await searcher()).ask(question, about);
  },
};
