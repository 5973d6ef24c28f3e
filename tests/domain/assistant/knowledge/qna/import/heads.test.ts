import { expect, test } from 'vitest';
import { headRowOf, matchHeads, missingHeads, sheetToImport } from '#domain/assistant/knowledge/qna/import/heads.ts';
import { parseCellAddress, lettersOf } from '#domain/assistant/knowledge/qna/import/table.ts';

const sheet = (rows: string[][], isHidden = false) => ({
  name: 's',
  isHidden,
  rows: rows.map((cells, i) => ({ n: i + 1, cells })),
});

test('heads are known in any case and order, with marks, by their name in the API and in Korean', () => {
  expect(matchHeads([' ANSWER *', 'large_category', '질문', 'Other ways to ask:', 'Ｉｄ', 'Price'])).toEqual([
    'answer',
    'large_category',
    'question',
    'alternatives',
    'id',
    null,
  ]);
});

test('of two columns with the same head the first one is the field', () => {
  expect(matchHeads(['Question', 'question', 'Answer'])).toEqual(['question', null, 'answer']);
});

test('the missing heads are those that a new Q&A needs', () => {
  expect(missingHeads(['question', null, 'keyword'])).toEqual(['Large category', 'Answer']);
  expect(missingHeads(['answer', 'question', 'large_category'])).toEqual([]);
});

test('the row of heads may stand below a title', () => {
  const { rows } = sheet([['Our questions'], ['Question', 'Answer'], ['a', 'b']]);
  expect(headRowOf(rows)).toBe(1);
  expect(headRowOf(sheet([['x'], ['y']]).rows)).toBe(0);
});

test('the first visible sheet with a question and an answer is imported', () => {
  const whole = [['Answer', 'Question']];
  expect(sheetToImport([sheet([['Id', 'Urls', 'Status']]), sheet(whole, true), sheet(whole), sheet(whole)])).toBe(2);
  expect(sheetToImport([sheet([]), sheet([['a']]), sheet([['Question']])])).toBe(2);
  expect(sheetToImport([sheet([])])).toBe(0);
});

test('columns have letters as in Excel', () => {
  expect([0, 25, 26, 701, 702].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  expect(parseCellAddress('$AB$12')).toEqual({ column: 27, row: 12 });
  expect(parseCellAddress('12')).toBeUndefined();
});
