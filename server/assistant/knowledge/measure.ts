import { withComputed } from '#domain/assistant/computed.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import type { Question } from '#domain/assistant/retrieval/question.ts';
import { contextAfter } from '#domain/assistant/retrieval/context.ts';
import { type Retrieval, type RetrievalIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import type { JudgedQuestion } from './judged-questions.ts';

export interface Judged {
  question: JudgedQuestion;
  found: Retrieval;
  /** Rank of the first right entry, from 1; Infinity if it was not found. */
  rank: number;
  ms: number;
}

/** Figures of a set of questions; shares are 0 to 1. */
export interface Figures {
  inScope: number;
  strangers: number;
  /** Share of questions in scope whose right entry is first, or among the first three. */
  recall1: number;
  recall3: number;
  mrr: number;
  /** Share of questions in scope that are answered, and the share of these answers that are right. */
  answered: number;
  precision: number;
  /** Share of strangers that are answered. */
  strangersAnswered: number;
  /** Mean distance between the confidence and the share that is right, over ten bands of confidence. */
  calibrationError: number;
}

/** Asks a question and judges what was found. */
export function judge(index: RetrievalIndex, question: JudgedQuestion): Judged {
  const { found, ms } = askedIn(index, question.q, question.before ?? [], 1);
  const right = new Set([question.id, ...(question.also ?? [])]);
  const at = found.hits.findIndex(({ entry }) => right.has(entry.id));
  return { question, found, rank: at < 0 ? Infinity : at + 1, ms };
}

/** Asks a question after its earlier ones, as in a conversation. @returns what was found, and the time of this search */
export function askedIn(
  index: RetrievalIndex,
  text: string,
  before: readonly string[],
  chatType: Question['chatType'],
): { found: Retrieval; ms: number } {
  const question = inConversation(index, text, before, chatType);
  const start = performance.now();
  const found = retrieve(index, question);
  return { found, ms: performance.now() - start };
}

/** Returns a question with what its conversation was about, after the earlier ones were asked. */
export function inConversation(
  index: RetrievalIndex,
  text: string,
  before: readonly string[],
  chatType: Question['chatType'],
): Question {
  let previous: Question['previous'];
  for (const earlier of before) {
    const asked = questionOf(earlier, chatType, previous);
    previous = contextAfter(asked, retrieve(index, asked));
  }
  return questionOf(text, chatType, previous);
}

function questionOf(text: string, chatType: Question['chatType'], previous: Question['previous']): Question {
  return withComputed(previous === undefined ? { text, chatType } : { text, chatType, previous }, exampleRateCard);
}

/** Sums up judged questions. */
export function figuresOf(all: readonly Judged[]): Figures {
  const inScope = all.filter(({ question }) => question.id !== null);
  const strangers = all.filter(({ question }) => question.id === null);
  const answered = inScope.filter(isAnswered);
  return {
    inScope: inScope.length,
    strangers: strangers.length,
    recall1: share(inScope, ({ rank }) => rank === 1),
    recall3: share(inScope, ({ rank }) => rank <= 3),
    mrr: inScope.reduce((sum, { rank }) => sum + 1 / rank, 0) / Math.max(1, inScope.length),
    answered: share(inScope, isAnswered),
    precision: share(answered, ({ rank }) => rank === 1),
    strangersAnswered: share(strangers, isAnswered),
    calibrationError:
      reliability(all).reduce((sum, { confidence, right, count }) => sum + Math.abs(confidence - right) * count, 0) /
      Math.max(1, all.length),
  };
}

function isAnswered({ found }: Judged): boolean {
  return found.band === 'answer';
}

/** Returns, for ten bands of confidence, its mean, the share that is right, and how many questions there are. */
export function reliability(all: readonly Judged[]): { confidence: number; right: number; count: number }[] {
  return Array.from({ length: 10 }, (_, band) => {
    const those = all.filter(({ found }) => Math.min(9, Math.floor(found.confidence * 10)) === band);
    const mean = those.reduce((sum, { found }) => sum + found.confidence, 0) / Math.max(1, those.length);
    return { confidence: mean, right: share(those, ({ rank }) => rank === 1), count: those.length };
  });
}

function share<T>(of: readonly T[], is: (one: T) => boolean): number {
  return of.length === 0 ? 0 : of.filter(is).length / of.length;
}
