import { expect, test } from 'vitest';
import { emptyQna } from '#domain/assistant/knowledge/qna/fields.ts';
import { matchHeads } from '#domain/assistant/knowledge/qna/import/heads.ts';
import { areIds } from '#domain/assistant/knowledge/qna/import/ids.ts';

const questions = ['What do the numbers in 18650 and 21700 mean?', 'How thick is copper foil?', '전압은 얼마입니까?'];
const stored = new Map(questions.map((question, i) => [String(i + 1), { ...emptyQna, question }]));

/** @param rows an id and a question each */
function isId(head: string, ...rows: [id: string, question: string][]): boolean {
  const heads = [head, 'Question'];
  return areIds(
    rows.map((cells, i) => ({ n: i + 2, cells })),
    heads,
    matchHeads(heads),
    stored,
  );
}

const foreign: [string, string][] = [
  ['1', 'What is a tab?'],
  ['2', 'Who builds electrodes?'],
  ['3', '납기는 언제입니까?'],
];
const ours: [string, string][] = questions.map((question, i) => [String(i + 1), question]);

test.each(['No', 'No.', 'Number', '번호', '아이디', 'Id', 'ID'])(
  'a column "%s" that only counts the rows of a foreign list has no ids',
  (head) => {
    expect(isId(head, ...foreign)).toBe(false);
    expect(isId(head, ...foreign.map(([n, question]): [string, string] => [`${n}.`, question]))).toBe(false);
  },
);

test.each(['No', '번호', 'Id'])('a column "%s" whose questions are the stored ones has ids, in any order', (head) => {
  expect(isId(head, ...ours)).toBe(true);
  expect(isId(head, ...ours.toReversed())).toBe(true);
  expect(isId(head, ['2', 'What thickness has copper foil?'], ['3', '전압이 얼마나 됩니까?'])).toBe(true);
});

test('numbers of another system have no ids without proof; under our own head they are asked about row by row', () => {
  expect(isId('No', ['4711', 'What is a tab?'], ['4780', 'Who?'])).toBe(false);
  expect(isId('Id', ['4711', 'What is a tab?'], ['2', 'Who builds electrodes?'])).toBe(true);
});

test('one wrong row among ours does not make the others foreign', () => {
  expect(isId('No', ...ours.slice(0, 2), ['3', 'Who builds electrodes?'])).toBe(true);
});
