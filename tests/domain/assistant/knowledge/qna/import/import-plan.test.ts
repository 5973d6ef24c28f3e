import { expect, test } from 'vitest';
import { emptyQna, qnaFields, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { matchHeads } from '#domain/assistant/knowledge/qna/import/heads.ts';
import { NearQuestions } from '#domain/assistant/knowledge/qna/import/near-questions.ts';
import { planImport } from '#domain/assistant/knowledge/qna/import/import-plan.ts';
import { cellOf, fieldsOfRow } from '#domain/assistant/knowledge/qna/import/row-fields.ts';
import type { TableRow } from '#domain/assistant/knowledge/qna/import/table.ts';

const rpt: QnaFields & { id: string; version: number } = {
  ...emptyQna,
  id: '7',
  version: 3,
  large: 'Testing',
  question: 'What is an RPT?',
  answer: 'A reference test.',
  alternatives: ['RPT meaning', 'RPT'],
  status: 'published',
  chatType: 3,
  keywords: ['RPT', 'test'],
  urls: ['https://example.com/rpt'],
};

/** Plans a table. @param rows of cells, or whole rows */
function plan(heads: string[], ...rows: (string[] | TableRow)[]) {
  return planImport({
    rows: rows.map((row, i) => (Array.isArray(row) ? { n: i + 2, cells: row } : row)),
    mapping: matchHeads(heads),
    stored: new Map([[rpt.id, rpt]]),
    near: new NearQuestions([rpt]),
  });
}

test('a row without an id makes a Q&A, one with an id changes it, and an equal one is skipped', () => {
  const { writes, counts, changes, errors } = plan(
    ['Id', 'Large category', 'Question', 'Answer'],
    ['', 'Cells', 'What is formation?', 'The first cycles.'],
    ['7', 'Testing', 'What is an RPT?', 'A new answer.'],
    ['', 'Cells', 'What is aging?', 'Loss of capacity.'],
  );
  expect(errors).toEqual([]);
  expect(counts).toEqual({ rows: 3, created: 2, updated: 1, skipped: 0, refused: 0 });
  expect(writes.map(({ id, version, fields }) => [id, version, fields.status, fields.answer])).toEqual([
    [null, null, 'needs_check', 'The first cycles.'],
    ['7', 3, 'published', 'A new answer.'],
    [null, null, 'needs_check', 'Loss of capacity.'],
  ]);
  expect(changes[1]).toEqual({
    row: 3,
    action: 'update',
    id: '7',
    question: 'What is an RPT?',
    fields: [{ head: 'Answer', before: 'A reference test.', after: 'A new answer.' }],
  });
  expect(plan(['Id', 'Answer'], ['7', ' A reference test. ']).counts).toMatchObject({ skipped: 1, updated: 0 });
});

test('an empty cell empties its field, a missing column leaves it, and status and topic stay', () => {
  const [write] = plan(['Id', 'Other ways to ask', 'Status', 'Topic'], ['7']).writes;
  expect(write?.fields).toEqual({ ...rpt, id: undefined, version: undefined, alternatives: [] });
});

test('each error names the row, the cell, the head and the rule', () => {
  const { errors, counts } = plan(
    ['Id', 'Question', 'Answer', 'Check by', 'Topic', 'Urls', 'Large category'],
    ['8', 'q', '', '31.12.2026', 'weather', 'ftp://a', 'x'.repeat(81)],
    ['7', 'RPT?', 'a', '', '', 'https://a.b', 'l'],
    ['7', 'RPT?', 'a', '', '', 'https://a.b', 'l'],
  );
  expect(counts).toMatchObject({ refused: 2, updated: 1 });
  expect(errors.map(({ row, column, head, code }) => [row, column, head, code])).toEqual([
    [2, 'A', 'Id', 'unknown_id'],
    [2, 'G', 'Large category', 'too_long'],
    [2, 'C', 'Answer', 'required'],
    [2, 'F', 'Urls', 'not_a_url'],
    [2, 'E', 'Topic', 'not_a_topic'],
    [2, 'D', 'Check by', 'not_a_day'],
    [2, '', 'Keyword', 'keyword_required'],
    [4, 'A', 'Id', 'same_id'],
  ]);
  expect(errors[2]?.message).toBe('Answer is required.');
});

test('a column that is left out is no error of its row, unless a new Q&A needs it', () => {
  const { errors } = plan(['Question', 'Price'], { n: 2, cells: ['q', '#N/A'], marks: { 1: 'error' } });
  expect(errors.map(({ column, head, code }) => [column, head, code])).toEqual([
    ['', 'Large category', 'required'],
    ['', 'Answer', 'required'],
  ]);
});

test('an error of Excel and a formula without a result refuse their row; a formula with one is noted', () => {
  const heads = ['Large category', 'Question', 'Answer'];
  const { errors, notes, counts } = plan(
    heads,
    { n: 2, cells: ['l', 'q', '#REF!'], marks: { 2: 'error' } },
    { n: 3, cells: ['l', 'q', ''], marks: { 2: 'noResult' } },
    { n: 4, isHidden: true, cells: ['l', 'q', 'a'], marks: { 2: 'formula', 0: 'merged' } },
  );
  expect(errors.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, 'C', 'error_cell'],
    [3, 'C', 'formula_without_result'],
    [3, 'C', 'required'],
  ]);
  expect(notes.map(({ row, column, code }) => [row, column, code])).toEqual([
    [4, '', 'hidden_row'],
    [4, 'A', 'merged'],
    [4, 'C', 'formula'],
  ]);
  expect(counts).toMatchObject({ refused: 2, created: 1 });
});

test('questions that stand twice in the file, or nearly in the knowledge base, are pointed out and imported', () => {
  const { notes, counts } = plan(
    ['Large category', 'Question', 'Answer'],
    ['l', 'What is  aging?', 'a'],
    ['l', 'what is aging?', 'b'],
    ['l', 'What is the RPT', 'c'],
  );
  expect(notes.map(({ row, column, code }) => [row, column, code])).toEqual([
    [3, 'B', 'same_in_file'],
    [4, 'B', 'same_question'],
  ]);
  expect(notes[1]?.message).toContain('Q&A 7');
  expect(counts.created).toBe(3);
});

test('a text that looks like a formula is stored as it is', () => {
  const [write] = plan(
    ['Large category', 'Question', 'Answer'],
    ['l', '=HYPERLINK("http://a")', "=cmd|' /C calc'!A0"],
  ).writes;
  expect(write?.fields).toMatchObject({ question: '=HYPERLINK("http://a")', answer: "=cmd|' /C calc'!A0" });
});

test('the cells of a Q&A make the same Q&A again', () => {
  const whole: QnaFields = {
    ...rpt,
    medium: 'm',
    small: 's',
    sources: ['IEC 62660-1', 'A, B'],
    checkBy: '2027-01-31',
    koQuestion: '질문',
    koAlternatives: ['하나', '둘'],
    koAnswer: '답\n변',
  };
  const cells = qnaFields.map((field) => cellOf(whole, field));
  const mapping = qnaFields.map(({ restName }) => restName);
  expect(fieldsOfRow(cells, mapping)).toEqual({ ...whole, id: undefined, version: undefined });
});

const made = (status: string, topic: string) => fieldsOfRow([status, topic], ['status', 'chat_type']);

test('status and topic are written in any case, as word or number', () => {
  expect(made('Needs check', 'Suppliers')).toMatchObject({ status: 'needs_check', chatType: 2 });
  expect(made('PUBLISHED', '4')).toMatchObject({ status: 'published', chatType: 4 });
});

const other = ['Id', 'Large category', 'Question', 'Answer'];

test('a row whose id names a Q&A that asks something else is refused with both questions, until it is confirmed', () => {
  const row = ['7', 'Cells', 'How thick is copper foil?', '6 to 10 µm.'];
  const refused = plan(other, row);
  expect(refused.counts).toMatchObject({ updated: 0, refused: 1 });
  expect(refused.errors).toMatchObject([
    { row: 2, column: 'A', code: 'other_question', value: '7 ("What is an RPT?")' },
  ]);
  const conflict = { row: 2, id: '7', before: 'What is an RPT?', after: 'How thick is copper foil?' };
  expect(refused.conflicts).toEqual([{ ...conflict, is_confirmed: false }]);
  for (const confirmed of ['all', [2]] as const) {
    const done = planImport({
      rows: [{ n: 2, cells: row }],
      mapping: matchHeads(other),
      stored: new Map([[rpt.id, rpt]]),
      near: new NearQuestions([rpt]),
      confirmed,
    });
    expect(done).toMatchObject({ errors: [], counts: { updated: 1, refused: 0 } });
    expect(done.conflicts).toEqual([{ ...conflict, is_confirmed: true }]);
  }
});

test.each([
  ['is worded anew', 'What does RPT mean?', 'Something new.'],
  ['is another way to ask the same', 'RPT meaning', 'Something new.'],
  ['is new, but the answer is the stored one', 'Which test is run between cycles?', 'A reference test.'],
])('a row whose question %s needs no confirmation', (_, question, answer) => {
  expect(plan(other, ['7', 'Testing', question, answer])).toMatchObject({ conflicts: [], counts: { updated: 1 } });
});

test('a row without a question changes the rest of the Q&A that its id names', () => {
  expect(plan(['Id', 'Answer'], ['7', 'Something new.'])).toMatchObject({ conflicts: [], counts: { updated: 1 } });
  const korean = plan(['Id', 'Question (Korean)', 'Answer (Korean)'], ['7', 'RPT가 무엇입니까?', '기준 시험입니다.']);
  expect(korean).toMatchObject({ conflicts: [], counts: { updated: 1 } });
});
