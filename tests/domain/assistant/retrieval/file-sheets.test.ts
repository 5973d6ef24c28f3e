import { expect, test } from 'vitest';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { findInSheets, withTable } from '#domain/assistant/retrieval/file-sheets.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../../../../server/assistant/knowledge/knowledge-file.ts';

/** What the sheets of a question say stands first; entries of the knowledge base come after it. */

const sheetOf = (name: string, rows: string) => ({
  name,
  rows: rows.split('\n').map((line, i) => ({ n: i + 1, cells: line.split(',') })),
});
const file = { id: 'f', name: 'life.xlsx' };
const life = sheetOf('Life', 'Cycle,Capacity (Ah)\n1,3.20\n100,2.88');
const other = sheetOf('Other', 'Cycle,Capacity (Ah)\n1,3.10\n50,2.90');
const resistance = sheetOf('DCIR', 'Cycle,DCIR (mΩ)\n1,21.0\n100,23.5');

const find = (question: string, sheets = [life, other, resistance]) =>
  findInSheets(
    question,
    sheets.map((sheet) => ({ file, sheet })),
  );

const entries = (await readKnowledgeFile(ownKnowledge)).map(entryOf);

test('of several sheets, the one with the row and the column is read', () => {
  expect(find('DCIR at cycle 100?')?.passages.map(({ page }) => page)).toEqual(['DCIR!2:3']);
  expect(find('capacity at cycle 100?')?.text).toBe('“Capacity (Ah)” at cycle 100: **2.88 Ah**');
});

test('a value that two sheets have is told for each, with its name', () => {
  expect(find('capacity at cycle 1?')?.text).toBe(
    'life.xlsx, Life:\n“Capacity (Ah)” at cycle 1: **3.20 Ah**\n\nlife.xlsx, Other:\n“Capacity (Ah)” at cycle 1: **3.10 Ah**',
  );
});

test('sheets beyond the third are counted', () => {
  const four = ['A', 'B', 'C', 'D'].map((name) => ({ ...life, name }));
  expect(find('capacity at cycle 1?', four)?.text).toContain('One more sheet has a value for this.');
  expect(find('capacity at cycle 1?', four)?.passages).toHaveLength(3);
});

test.each([
  [
    'an entry with the very question follows what the sheet says, under its question',
    1,
    '\n\n**Why does it fade?**\nIt ages.',
    [],
  ],
  ['an entry that is only likely is offered below what the sheet says', 0.9, '', ['Why does it fade?']],
])('%s', (_what, confidence, after, related) => {
  const found = find('capacity at cycle 100?');
  const [first] = entries;
  if (found === undefined || first === undefined) throw new Error('nothing was found');
  const entry = { ...first, question: 'Why does it fade?', answer: 'It ages.' };
  const retrieval = {
    band: 'answer' as const,
    confidence,
    hits: [{ entry, score: 1 }],
    files: { ...found, unread: [] },
  };
  const { content, answer } = answerFrom(retrieval, { questionId: 'q', handoffAllowed: true });
  expect(content).toBe(`“Capacity (Ah)” at cycle 100: **2.88 Ah**${after}`);
  expect(answer.related?.map(({ question }) => question) ?? []).toEqual(related);
  expect(answer.sources.at(-1)).toMatchObject({ question: 'life.xlsx', file: { page: 'Life!2:3', isTable: true } });
});

test('lines of a sheet that are found by their words are shown as a table; other passages stay text', () => {
  const passage = { file, page: 'Life!1:3', text: 'Cycle | Capacity (Ah)\n100 | 2.88', score: 0.7 };
  const sheets = [{ file, sheet: life }];
  expect(withTable(passage, sheets)).toEqual({
    file,
    page: 'Life!3:3',
    text: '| Cycle | Capacity (Ah) |\n| ---: | ---: |\n| 100 | 2.88 |',
    score: 0.7,
    isTable: true,
  });
  const plain = { ...passage, page: 2, text: 'Never puncture the cell.' };
  expect(withTable(plain, sheets)).toBe(plain);
});
