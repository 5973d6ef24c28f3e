import { expect, test } from 'vitest';
import { sectionsOf } from '#domain/assistant/knowledge/qna/document-pieces.ts';

const paragraph =
  'Cells swell when the electrolyte decomposes and gas gathers between the layers. Stop charging and isolate the cell.';

test('a numbered heading becomes the question, and the paragraphs below it the answer', () => {
  const page = `3.2 Swelling of pouch cells\n${paragraph}\n\n3.3 Venting\n${paragraph} Leave the room.`;
  expect(sectionsOf([{ page: 7, text: page }], 10)).toEqual([
    { page: 7, question: 'Swelling of pouch cells', answer: paragraph },
    { page: 7, question: 'Venting', answer: `${paragraph} Leave the room.` },
  ]);
});

test('a list of questions and answers keeps its questions', () => {
  const page = `Q: Why do cells swell?\nA: ${paragraph}\nQ: May I go on charging?\nA: No. ${paragraph}`;
  expect(sectionsOf([{ page: 1, text: page }], 10).map(({ question }) => question)).toEqual([
    'Why do cells swell?',
    'May I go on charging?',
  ]);
});

test('text without headings is offered under its first sentence', () => {
  expect(sectionsOf([{ page: 1, text: paragraph }], 10)).toEqual([
    {
      page: 1,
      question: 'Cells swell when the electrolyte decomposes and gas gathers between the layers.',
      answer: paragraph,
    },
  ]);
});

test('heads and feet of pages are left out', () => {
  const pages = [1, 2, 3, 4].map((page) => ({ page, text: `ACME manual 2026\n${paragraph} Page text ${page}.` }));
  const found = sectionsOf(pages, 10);
  expect(found).toHaveLength(4);
  expect(found.some(({ answer, question }) => `${question}${answer}`.includes('ACME'))).toBe(false);
});

test('a long chapter is cut into several answers under the same heading', () => {
  const page = `Swelling\n${Array.from({ length: 20 }, () => paragraph).join('\n\n')}`;
  const found = sectionsOf([{ page: 1, text: page }], 10);
  expect(found.length).toBeGreaterThan(1);
  for (const { question, answer } of found) {
    expect(question).toBe('Swelling');
    expect(answer.length).toBeLessThanOrEqual(1_000);
  }
});

test('a document of many pages ends at the limit', () => {
  const pages = Array.from({ length: 50 }, (_, at) => ({ page: at + 1, text: `${paragraph} ${at}` }));
  expect(sectionsOf(pages, 12)).toHaveLength(12);
});
