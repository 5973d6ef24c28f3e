import { expose } from 'comlink';
import type { Answer } from '#domain/chat/chat.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { Question, QuestionContext } from '#domain/assistant/retrieval/question.ts';
import { contextOf } from '#domain/assistant/retrieval/context.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { changesOf } from '#domain/assistant/retrieval/further.ts';
import { rankModel } from '#domain/assistant/retrieval/model.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { indexInSteps, type SearchIndex } from '#domain/assistant/retrieval/search-index.ts';
import { finish } from '#domain/ground/work-in-steps.ts';

/** The worker that answers from the knowledge saved on this device, by the same code as the server. */
export interface Search {
  /** Replaces all entries. @returns their number */
  load(entries: KnowledgeEntry[]): number;
  /** Returns the context of the next question after these, oldest first. */
  contextOf(questions: readonly QuestionContext[]): QuestionContext | undefined;
  /** Answers a question with the message's text and metadata. @returns null while nothing is loaded */
  ask(
    question: Question,
    about: { questionId: string; handoffAllowed: boolean; ordersAllowed: boolean },
  ): SavedReply | null;
}

export interface SavedReply {
  content: string;
  answer: Answer;
}

let index: SearchIndex | undefined;
/** Only published entries reach a device. */
const build = (entries: KnowledgeEntry[]): SearchIndex => finish(indexInSteps(entries, rankModel));
const nothingKnown = build([]);

const search: Search = {
  load(entries) {
    index = entries.length === 0 ? undefined : build(entries);
    return index?.entries.length ?? 0;
  },
  contextOf,
  ask(question, about) {
    // The emergency text is given even without any saved knowledge.
    const found = retrieve(index ?? nothingKnown, question);
    if (index === undefined && found.card === undefined) return null;
    const changes = index === undefined ? [] : changesOf(index, question, found);
    return answerFrom({ ...found, changes }, about);
  },
};

expose(search);
