import type { Figures, MeasuredChange, WorseQuestion } from '#domain/assistant/wire/synchronizes.ts';
import type { RetrievalIndex } from '#domain/assistant/retrieval/retrieve.ts';
import type { SetQuestion } from '../store/question-sets.ts';
import { figuresOf, type Judged, judge } from './measure.ts';

/** Maximum number of changed entries, and questions that got worse, that a run lists. */
export const syncListed = 100;

/** Asks the question set to two indexes: the one the assistant answers from, and a new one. */

/** A figure that drops by more than this needs a reason. */
const dropMost = 0.01;

export type Comparison = MeasuredChange & { gotWorse: boolean };

/**
 * Compares two indexes.
 * @param onAsked called after some questions with the share that is done
 */
export function compareIndexes(
  { now, next }: { now: RetrievalIndex; next: RetrievalIndex },
  questions: readonly SetQuestion[],
  onAsked: (progress: number) => void,
): Comparison {
  const published = new Set(next.entries.map(({ id }) => id));
  const asked = questions.filter(
    ({ entryId, also }) => entryId === null || [entryId, ...also].some((id) => published.has(id)),
  );
  const pairs: Pair[] = [];
  for (const [at, { set, ...question }] of asked.entries()) {
    const toJudge = { q: question.question, id: question.entryId, also: question.also, before: question.before };
    pairs.push({ set, before: judge(now, toJudge), after: judge(next, toJudge) });
    if (at % 25 === 24) onAsked((at + 1) / asked.length);
  }
  const sets = [...new Set(pairs.map(({ set }) => set))].toSorted();
  const figures = bothOf(pairs);
  const worse = pairs.filter(isWorse);
  const drops = dropsOf(figures);
  return {
    figures,
    sets: sets.map((name) => ({ name, figures: bothOf(pairs.filter(({ set }) => set === name)) })),
    left_out: questions.length - asked.length,
    worse: worse.slice(0, syncListed).map((pair) => wordsOf(pair, next, now)),
    worse_total: worse.length,
    needs_reason: drops.some((drop) => drop > dropMost),
    gotWorse: worse.length > 0 || drops.some((drop) => drop > 0),
  };
}

interface Pair {
  set: string;
  before: Judged;
  after: Judged;
}

function bothOf(pairs: readonly Pair[]): MeasuredChange['figures'] {
  return { now: wireOf(pairs.map(({ before }) => before)), new: wireOf(pairs.map(({ after }) => after)) };
}

function wireOf(judged: readonly Judged[]): Figures {
  const { inScope, strangers, recall1, mrr, answered, precision, strangersAnswered } = figuresOf(judged);
  return {
    in_scope: inScope,
    strangers,
    recall1,
    mrr,
    answered,
    answered_right: answered * precision,
    strangers_answered: strangersAnswered,
  };
}

/** Returns by how much each figure is worse; negative for a gain. */
function dropsOf({ now, new: next }: MeasuredChange['figures']): number[] {
  return [
    now.recall1 - next.recall1,
    now.mrr - next.mrr,
    now.answered_right - next.answered_right,
    next.strangers_answered - now.strangers_answered,
  ];
}

function isWorse({ before, after }: Pair): boolean {
  if (before.question.id === null) return !isAnswered(before) && isAnswered(after);
  return (isRight(before) && !isRight(after)) || (before.rank === 1 && after.rank > 1);
}

const isAnswered = ({ found }: Judged): boolean => found.band === 'answer';
const isRight = (judged: Judged): boolean => isAnswered(judged) && judged.rank === 1;

function wordsOf({ set, before, after }: Pair, next: RetrievalIndex, now: RetrievalIndex): WorseQuestion {
  const { q, id } = before.question;
  const entry = [...next.entries, ...now.entries].find((each) => each.id === id);
  return {
    question: q,
    set,
    expected: id === null ? null : { id, title: entry?.question ?? id },
    before: outcomeOf(before),
    after: outcomeOf(after),
  };
}

function outcomeOf({ found }: Judged): WorseQuestion['before'] {
  const [best] = found.hits;
  const entry = best === undefined ? null : { id: best.entry.id, title: best.entry.question };
  return { band: found.band, entry: found.band === 'none' ? null : entry };
}
