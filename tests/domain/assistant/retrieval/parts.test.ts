import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { partsOf } from '#domain/assistant/retrieval/parts.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { index } from './evaluation.ts';

test.each([
  ['What is a C-rate? How thick is copper foil?', ['What is a C-rate?', 'How thick is copper foil?']],
  ['what is a C-rate and how thick is copper foil', ['what is a C-rate', 'how thick is copper foil']],
  ['viscosity of a slurry; how to degas it', ['viscosity of a slurry', 'how to degas it']],
  ['explain HPPC please, and also which amplitude to take', ['explain HPPC please', 'which amplitude to take']],
  [
    'what is coulombic efficiency? and how do I measure it? and what is C-rate?',
    ['what is coulombic efficiency?', 'how do I measure it?', 'what is C-rate?'],
  ],
])('%s asks several things', (text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});

test.each([
  'voltage and current',
  'nickel and cobalt in NMC?',
  'one and two and three and four and five',
  'x'.repeat(500),
])('%s asks one thing', (text) => {
  expect(partsOf(text)).toEqual([text]);
});

test('a question that asks two things gets both answers, each under its own question', () => {
  const found = retrieve(index, {
    text: 'What is a C-rate and what is the N/P ratio?',
    chatType: 1,
  });
  const { content, answer } = answerFrom(found, { questionId: 'q', handoffAllowed: true });
  expect(answer.sources.map(({ n, qnaId }) => [n, qnaId])).toEqual([
    [1, '37'],
    [2, '16'],
  ]);
  expect(content).toMatch(
    /^\*\*What is a C-rate\?\*\*\n[^*]+\n\n\*\*What is the N\/P ratio and what is a sane value\?\*\*\n/,
  );
});

test('of three questions, those of one entry are answered once', () => {
  const text = 'what is the SEI and what is it good for? and what is C-rate?';
  const { content, answer } = answerFrom(retrieve(index, { text, chatType: 1 }), {
    questionId: 'q',
    handoffAllowed: true,
  });
  expect(answer.sources.map(({ qnaId }) => qnaId)).toEqual(['115', '37']);
  expect(content).toContain('**What is a C-rate?**');
});

test('of the judged questions that ask two things, at least 5 of 30 get both, and one at most a wrong one', () => {
  const lines = readFileSync(new URL('questions/two-part.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const both = lines
    .map((line) => JSON.parse(line) as { q: string; ids: number[] })
    .map(({ q, ids }) => ({ ids, found: retrieve(index, { text: q, chatType: 1 }) }))
    .filter(({ found }) => found.answers === 2);
  const wrong = both.filter(
    ({ ids, found }) => !found.hits.slice(0, 2).every(({ entry }) => ids.includes(Number(entry.id))),
  );
  expect(both.length).toBeGreaterThanOrEqual(5);
  expect(wrong.length).toBeLessThanOrEqual(1);
});
