import { expect, test } from 'vitest';
import { NearQuestions } from '#domain/assistant/knowledge/qna/import/near-questions.ts';

const near = new NearQuestions([
  { id: '1', question: 'What is the capacity of LFP?', alternatives: ['How many mAh/g has LFP'] },
  { id: '2', question: 'How thick is a copper foil for anodes?', alternatives: [] },
  { id: '3', question: 'What is it?', alternatives: [] },
]);

test('a question with the same words is the same, whatever its case and its small words', () => {
  expect(near.nearest('the capacity of an LFP')).toMatchObject({ id: '1', isSame: true });
  expect(near.nearest('HOW MANY mAh/g, LFP')).toMatchObject({ id: '1', question: 'What is the capacity of LFP?' });
});

test('a question that shares nearly all words is near, others are not', () => {
  expect(near.nearest('How thick is copper foil for the anodes today?')).toMatchObject({ id: '2', isSame: false });
  expect(near.nearest('How thick is aluminium foil?')).toBeUndefined();
  expect(near.nearest('')).toBeUndefined();
});

test('a Q&A is not near itself', () => {
  expect(near.nearest('What is the capacity of LFP?', '1')).toBeUndefined();
});

test('a question of small words only is compared by them', () => {
  expect(near.nearest('What is it')).toMatchObject({ id: '3', isSame: true });
});
