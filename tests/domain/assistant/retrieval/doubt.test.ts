import { expect, test } from 'vitest';
import { nearerOf } from '#domain/assistant/retrieval/doubt.ts';
import { wordsOfQuestion } from '#domain/assistant/retrieval/question.ts';
import { rank } from '#domain/assistant/retrieval/rank.ts';
import { type Candidate, signalNames } from '#domain/assistant/retrieval/signals.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { index } from './evaluation.ts';

const nearestOf = ({ signals }: Candidate): number => signals[signalNames.indexOf('nearest')] ?? 0;
const ask = (text: string) => retrieve(index, { text, chatType: 1 });

test.each(['Difference between LFP and NMC', 'compare NMC with LFP', 'LFP vs NMC', 'LFP와 NMC의 차이'])(
  '%s is answered from the entry that compares them as a whole',
  (text) => {
    expect(ask(text)).toMatchObject({ band: 'answer' });
    expect(ask(text).hits[0]?.entry.id).toBe('453');
  },
);

test('a comparison that names the respect is answered', () => {
  expect(ask('LFP vs NMC energy density at pack level')).toMatchObject({ band: 'answer' });
  expect(ask('LFP vs NMC energy density at pack level').hits[0]?.entry.id).toBe('411');
});

test.each([
  ['리튬 석출의 원인은 무엇인가요?', '105'],
  ['화성 공정이란?', '36'],
])('%s is answered from the entry with nearly this question, not from a neighbor', (text, id) => {
  const { band, hits } = ask(text);
  expect({ band, first: hits[0]?.entry.id }).toEqual({ band: 'answer', first: id });
});

test('an entry with a much nearer phrasing than the best one may be meant', () => {
  const words = wordsOfQuestion(index, { text: 'what is C-rate', chatType: 1 });
  const [nearest, ...others] = rank(index, words, { categories: [], previousCategory: undefined });
  const far = others.find(({ candidate }) => nearestOf(candidate) < 0.3);
  if (nearest === undefined || far === undefined) throw new Error('nothing was found');
  expect(nearestOf(nearest.candidate)).toBe(1);
  expect(nearerOf([far, nearest])).toBe(nearest);
  expect(nearerOf([nearest, far])).toBeUndefined();
});

test.each([
  ['how do I ask an expert', '431'],
  ['what is C-rate', '37'],
  ['which files can I attach', '433'],
])('%s is answered from its own entry', (text, id) => {
  expect(ask(text)).toMatchObject({ band: 'answer' });
  expect(ask(text).hits[0]?.entry.id).toBe(id);
});

test('what formation is, is the first suggestion for "What is formation"', () => {
  expect(ask('What is formation').hits[0]?.entry.id).toBe('36');
});

test.each([
  ['What does a semi-automatic winding machine for 21700 cost?', 'a price'],
  ['Who holds the patents on single crystal NMC?', 'patents'],
])('%s is not answered from an entry that names no %s', (text) => {
  expect(ask(text).band).toBe('suggest');
});

test.each(['프린터 용지 걸림 해결', 'stapler paper jam solder bridge'])(
  '%s is not answered from an entry that has hardly a word of it',
  (text) => {
    expect(ask(text).band).not.toBe('answer');
  },
);

test.each(['how do I export my data', 'get a copy of my data', '내 데이터 사본은 어떻게 받나요'])(
  '%s leads to My account, where the copy is',
  (text) => {
    const { band, hits } = ask(text);
    expect({ band, first: hits[0]?.entry.id }).toEqual({ band: 'answer', first: '10001' });
    expect(hits[0]?.entry.answer).toContain('My account');
  },
);
