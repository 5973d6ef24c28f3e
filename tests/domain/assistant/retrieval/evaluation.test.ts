import { expect, test } from 'vitest';
import { phrasingsOf } from '#domain/assistant/retrieval/search-index.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { judge } from '../../../../server/assistant/knowledge/measure.ts';
import type { JudgedQuestion } from '../../../../server/assistant/knowledge/judged-questions.ts';
import baseline from './baseline.json' with { type: 'json' };
import { entries, figuresOfSets, index, questions } from './evaluation.ts';

/**
 * Measures the delivered model with judged questions. Many of them took part in its training, so the figures guard
 * against changes; how well it answers new questions is what `npm run eval` measures. After a change on purpose, copy
 * the figures that the failure of the last test prints to `baseline.json`.
 */

const figures = figuresOfSets();
const judged = Object.values(questions).flat();
const waiting = entries.filter(({ status }) => status === 'needs_check');

test('the judged questions are many, of every kind, and name entries that exist', () => {
  expect(figures).toMatchObject({
    english: { inScope: 701, strangers: 251 },
    korean: { inScope: 133, strangers: 42 },
    followUps: { inScope: 100, strangers: 25 },
    starter: { inScope: 237, strangers: 0 },
    strangers: { inScope: 0, strangers: 380 },
  });
  const known = new Set<string | null>([null, ...entries.map(({ id }) => id)]);
  expect(judged.filter(({ id }) => !known.has(id))).toEqual([]);
});

test('no judged question is a stored phrasing', () => {
  const stored = new Set(entries.flatMap(phrasingsOf).map((text) => text.toLowerCase()));
  const alone = judged.filter(({ before }) => before === undefined);
  expect(alone.filter(({ q }) => stored.has(q.toLowerCase()))).toEqual([]);
});

test('every entry has at least nine phrasings beside its question, and four Korean ones', () => {
  expect(entries.map(({ id }) => id)).toEqual([...Array.from({ length: 624 }, (_, i) => String(i + 1)), '10001']);
  const short = entries.filter(
    ({ alternatives, ko }) => new Set(alternatives).size < 9 || new Set(ko?.alternatives).size < 4,
  );
  expect(short.map(({ id }) => id)).toEqual([]);
});

test('at least 90 of 100 answers are the right ones', () => {
  expect(Object.entries(figures).filter(([, { inScope, precision }]) => inScope > 0 && precision < 0.9)).toEqual([]);
});

test('at most 5 of 100 questions about something else are answered', () => {
  expect(Object.entries(figures).filter(([, { strangersAnswered }]) => strangersAnswered > 0.05)).toEqual([]);
});

test('an entry that awaits its check is never answered from, and hardly ever a neighbor of it', () => {
  expect(waiting).toHaveLength(92);
  const ids = new Set<string | null>(waiting.map(({ id }) => id));
  const outcomes = judged.filter(({ id }) => ids.has(id)).map((question) => judge(index, question));
  expect(outcomes.length).toBeGreaterThanOrEqual(95);
  // What a formula computes needs no entry.
  const answered = outcomes.filter(({ found }) => found.band === 'answer' && found.computed === undefined);
  expect(answered.length / outcomes.length).toBeLessThan(0.02);
  const found = waiting.flatMap(phrasingsOf).flatMap((text) => retrieve(index, { text, chatType: 1 }).hits);
  expect(found.filter(({ entry }) => entry.status === 'needs_check')).toEqual([]);
});

test('an entry that is taken back changes hardly any answer of another one, and is hardly ever answered by a neighbor', () => {
  const published = entries.filter(({ status }) => status === 'published');
  const taken = new Set(published.filter((_, at) => at % 8 === 0).map(({ id }) => id));
  const without = buildIndex(published.filter(({ id }) => !taken.has(id)));
  const after = buildIndex(
    published.map((entry) => (taken.has(entry.id) ? { ...entry, status: 'needs_check' } : entry)),
  );
  const asked = [...questions.english, ...questions.starter].filter(({ id }) => id !== null);
  const isAnswered = (of: typeof after) => (question: JudgedQuestion) => judge(of, question).found.band === 'answer';
  const about = asked.filter(({ id }) => taken.has(id ?? ''));
  // Without the entry that was taken back, its neighbors would answer about one question in fourteen.
  expect(about.filter(isAnswered(without)).length).toBeGreaterThan(0.05 * about.length);
  expect(about.filter(isAnswered(after)).length).toBeLessThan(0.06 * about.length);
  const others = asked.filter(({ id }) => !taken.has(id ?? '')).filter((_, at) => at % 4 === 0);
  const kept = others.filter(isAnswered(without));
  expect(kept.filter(isAnswered(after)).length).toBeGreaterThan(0.98 * kept.length);
});

test('no figure is more than a point worse than it was', () => {
  const lowerIsBetter = new Set(['strangersAnswered', 'calibrationError']);
  const before = new Map(flat(baseline));
  const worse = flat(figures).filter(([name, now]) => {
    const rise = now - (before.get(name) ?? Infinity);
    return (lowerIsBetter.has(name.split('.')[1] ?? '') ? rise : -rise) > 0.01;
  });
  expect(worse, `The figures now: ${JSON.stringify(figures, null, 2)}`).toEqual([]);
});

/** Returns each figure as the name of its set and its own, such as `korean.recall1`, with its value. */
function flat(sets: Record<string, object>): [string, number][] {
  return Object.entries(sets).flatMap(([set, of]) =>
    Object.entries(of).map(([name, value]): [string, number] => [`${set}.${name}`, Number(value)]),
  );
}
