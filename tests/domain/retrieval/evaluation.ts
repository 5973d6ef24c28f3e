import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { type Retrieval, type RetrievalIndex, retrieve } from '#domain/retrieval/retrieve.ts';
import knowledge from '../../../server/demo/knowledge.json' with { type: 'json' };
import stored from './questions.json' with { type: 'json' };

/** A question that was not used to write the knowledge base. */
export interface HeldOutQuestion {
  text: string;
  /** The id of the entry that answers it; null if it must not be answered. */
  entry: string | null;
  kind: 'in scope' | 'out of scope' | 'waits for a check';
}

/** The results of an evaluation; shares are 0 to 1. */
export interface Figures {
  /** Share of in-scope questions whose correct entry is first (`r1`), or among the first three (`r3`). */
  r1: number;
  r3: number;
  mrr: number;
  /** Share of in-scope questions that are answered at once, and the share of those answers that are correct. */
  answered: number;
  answeredPrecision: number;
  /** Share of in-scope questions with suggestions whose correct entry is among the three. */
  suggestedHit: number;
  /** Share of out-of-scope questions that are answered. */
  falseAnswers: number;
  /** Share of questions that are answered although their entry awaits an expert's check. */
  uncheckedAnswers: number;
  /** How well confidence separates in-scope from out-of-scope questions: 1 is perfect, 0.5 is chance. */
  auroc: number;
}

export const seed: KnowledgeEntry[] = knowledge.map((entry) =>
  Object.assign(entry, { status: entry.status === 'published' ? 'published' : 'needs_check' } as const),
);

export const heldOut: HeldOutQuestion[] = stored.map(({ text, entry, kind }) => ({ text, entry, kind: kindOf(kind) }));

function kindOf(kind: string): HeldOutQuestion['kind'] {
  if (kind === 'in scope' || kind === 'out of scope' || kind === 'waits for a check') return kind;
  throw new Error(`No such kind of question: ${kind}`);
}

/** Evaluates an index. @returns its figures, and each question's outcome for inspection */
export function evaluate(
  index: RetrievalIndex,
  questions: HeldOutQuestion[],
): { figures: Figures; outcomes: Outcome[] } {
  const outcomes = questions.map((question) => ({
    question,
    retrieval: retrieve(index, { text: question.text, chatType: 1 }),
  }));
  const of = (kind: HeldOutQuestion['kind']) => outcomes.filter(({ question }) => question.kind === kind);
  const inScope = of('in scope');
  const places = inScope.map(placeOfRight);
  const answered = inScope.filter(isAnswered);
  const suggested = inScope.filter(({ retrieval }) => retrieval.band === 'suggest');
  const figures = {
    r1: share(places, (place) => place === 1),
    r3: share(places, (place) => place <= 3),
    mrr: places.reduce((sum, place) => sum + 1 / place, 0) / places.length,
    answered: answered.length / inScope.length,
    answeredPrecision: share(answered, (outcome) => placeOfRight(outcome) === 1),
    suggestedHit: share(suggested, (outcome) => placeOfRight(outcome) <= 3),
    falseAnswers: share(of('out of scope'), isAnswered),
    uncheckedAnswers: share(of('waits for a check'), isAnswered),
    auroc: aurocOf(inScope.map(confidenceOf), of('out of scope').map(confidenceOf)),
  };
  return { figures, outcomes };
}

export interface Outcome {
  question: HeldOutQuestion;
  retrieval: Retrieval;
}

export function isAnswered({ retrieval }: Outcome): boolean {
  return retrieval.band === 'answer';
}

/** The rank of the correct entry among the hits, from 1; Infinity if it is missing. */
function placeOfRight({ question, retrieval }: Outcome): number {
  const at = retrieval.hits.findIndex(({ entry }) => entry.id === question.entry);
  return at === -1 ? Infinity : at + 1;
}

function confidenceOf({ retrieval }: Outcome): number {
  return retrieval.confidence;
}

function share<T>(of: T[], is: (one: T) => boolean): number {
  return of.length === 0 ? 0 : of.filter(is).length / of.length;
}

function aurocOf(positives: number[], negatives: number[]): number {
  const points = positives.flatMap((p) => negatives.map((n): number => (p > n ? 1 : p === n ? 0.5 : 0)));
  return points.reduce((sum, point) => sum + point, 0) / points.length;
}
