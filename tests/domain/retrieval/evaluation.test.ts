import { expect, test } from 'vitest';
import { buildIndex, retrieve } from '#domain/retrieval/retrieve.ts';
import baseline from './baseline.json' with { type: 'json' };
import { type HeldOutQuestion, evaluate, heldOut, isAnswered, seed } from './evaluation.ts';

const index = buildIndex(seed);
const { figures, outcomes } = evaluate(index, heldOut);

test('the questions held back are many, of every kind, and no stored phrasing', () => {
  expect(ofKind('in scope').length).toBeGreaterThanOrEqual(150);
  expect(ofKind('out of scope').length).toBeGreaterThanOrEqual(60);
  const stored = new Set(
    seed.flatMap((entry) => [entry.question, ...entry.alternatives]).map((text) => text.toLowerCase()),
  );
  expect(heldOut.filter(({ text }) => stored.has(text.toLowerCase()))).toEqual([]);
});

test('every entry is stored with at least three phrasings beside its question', () => {
  expect(seed).toHaveLength(104);
  expect(seed.filter((entry) => new Set(entry.alternatives).size < 3)).toEqual([]);
});

test('at least 85 of 100 answers are the right ones', () => {
  expect(figures.answeredPrecision).toBeGreaterThanOrEqual(0.85);
});

test('at most 3 of 100 questions about something else are answered', () => {
  const most = Math.floor(ofKind('out of scope').length * 0.03);
  expect(answeredOf('out of scope').slice(most)).toEqual([]);
});

test('an entry that waits for its check is never answered from', () => {
  expect(ofKind('waits for a check').length).toBeGreaterThanOrEqual(20);
  expect(answeredOf('waits for a check')).toEqual([]);
});

test('no figure is more than a point worse than it was', () => {
  const lowerIsBetter = new Set(['falseAnswers', 'uncheckedAnswers']);
  const slack = Object.entries(figures).map(([name, now]) => {
    const before = Object.entries(baseline).find(([key]) => key === name)?.[1] ?? 0;
    return { name, before, now, worseBy: lowerIsBetter.has(name) ? now - before : before - now };
  });
  expect(slack.filter(({ worseBy }) => worseBy > 0.01)).toEqual([]);
});

test('it notices when phrasings are lost', () => {
  const bare = buildIndex(seed.map((entry) => ({ ...entry, alternatives: [] })));
  expect(evaluate(bare, heldOut).figures.answered).toBeLessThan(figures.answered - 0.1);
});

test('every question that was held out is looked for among all entries', () => {
  expect(heldOut.map(({ text }) => retrieve(index, { text, chatType: 1 }).band)).toEqual(
    heldOut.map(() => expect.stringMatching(/^(answer|suggest|none)$/)),
  );
});

function ofKind(kind: HeldOutQuestion['kind']): HeldOutQuestion[] {
  return heldOut.filter((question) => question.kind === kind);
}

function answeredOf(kind: HeldOutQuestion['kind']): string[] {
  return outcomes
    .filter((outcome) => outcome.question.kind === kind && isAnswered(outcome))
    .map(({ question }) => question.text);
}
