import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { JudgedQuestion } from '../../server/assistant/knowledge/judged-questions.ts';
import { type Example, examplesOf, ownExamples } from './examples.ts';
import { randomFrom } from './random.ts';

/**
 * Knowledge bases that an installation may begin with: few entries, each with few phrasings. Words are less rare there, so
 * the same scores mean something else.
 */
const bases = [
  { entries: 4, count: 20, strangers: 12 },
  { entries: 30, count: 6, strangers: 40 },
  { entries: 150, count: 2, strangers: 120 },
] as const;

/** Number of phrasings that are asked to a base which lacks them, and of parts in which they are left out. */
const phrasingsAsked = 10;
const phrasingFolds = 4;

/** Numbers of phrasings that an entry may have beside its question. */
const phrasings = [0, 3, 8, 30];

/** Returns examples of the judged questions, asked to small bases drawn from the entries: most of them have no answer there. */
export function smallBaseExamples(entries: readonly KnowledgeEntry[], judged: readonly JudgedQuestion[]): Example[] {
  const random = randomFrom(7);
  return bases.flatMap(({ entries: size, count, strangers }) =>
    Array.from({ length: count }).flatMap(() => {
      const base = drawn(entries, size, random).map((entry) => withFewPhrasings(entry, random));
      const ids = new Set(base.map(({ id }) => id));
      const answered = ({ id, also = [] }: JudgedQuestion): string | undefined =>
        [id ?? '', ...also].find((each) => ids.has(each));
      const inScope = judged.flatMap((question) => {
        const id = answered(question);
        return id === undefined ? [] : [{ ...question, id }];
      });
      const others = drawn(
        judged.filter((question) => answered(question) === undefined),
        strangers,
        random,
      ).map((question) => ({ ...question, id: null }));
      return [
        ...examplesOf(base, [...inScope, ...others]),
        ...drawn(ownExamples(base, phrasingFolds), phrasingsAsked, random),
      ];
    }),
  );
}

function withFewPhrasings(entry: KnowledgeEntry, random: () => number): KnowledgeEntry {
  const most = phrasings[Math.floor(random() * phrasings.length)] ?? 0;
  const { alternatives, ko } = entry;
  return {
    ...entry,
    alternatives: alternatives.slice(0, most),
    ...(ko === undefined ? {} : { ko: { ...ko, alternatives: ko.alternatives.slice(0, most) } }),
  };
}

function drawn<T>(from: readonly T[], count: number, random: () => number): T[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    return one as T;
  });
}
