import { afterAll, expect, test } from 'vitest';
import { qnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { headRowOf, importTargets, matchHeads } from '#domain/assistant/knowledge/qna/import/heads.ts';
import { readTable } from '../../../../server/file-text/read-table.ts';
import { importKnowledge } from '../../../../server/assistant/knowledge/import.ts';
import { planOf } from '../../../../server/assistant/knowledge/qna-imports.ts';
import { exampleWorkbook, workbookOfQnas } from '../../../../server/assistant/knowledge/qna-workbook.ts';
import { readQnas } from '../../../../server/assistant/store/qnas.ts';
import { freshDatabase } from '../../../support/database/cluster.ts';
import { entriesOf } from '../../../support/files/zip.ts';

const database = await freshDatabase();
await importKnowledge(database.db);
afterAll(() => database.close());

async function sheetsOf(file: Buffer) {
  const reading = await readTable(file);
  if ('problem' in reading) throw new Error(JSON.stringify(reading));
  return reading.sheets;
}

test('all Q&As of the product, exported and imported unchanged, change nothing', async () => {
  const qnas = await readQnas(database.db);
  expect(qnas.length).toBeGreaterThan(400);
  const { plan, report } = await planOf(database.db, await sheetsOf(await workbookOfQnas(qnas)));
  expect(report).toMatchObject({ rows: qnas.length, skipped: qnas.length, errors: [], missing: [] });
  expect(plan).toEqual([]);
});

test('the example file has a column for each field, and its rows are valid', async () => {
  const sheets = await sheetsOf(await exampleWorkbook());
  const [table, explanations] = sheets;
  expect(matchHeads(table?.rows[0]?.cells ?? [])).toEqual(importTargets.map(({ target }) => target));
  expect(headRowOf(table?.rows ?? [])).toBe(0);
  const explained = explanations?.rows.map(({ cells }) => cells[0]) ?? [];
  for (const { column } of qnaFields) expect(explained).toContain(column);
  const { report } = await planOf(database.db, sheets);
  expect(report).toMatchObject({ rows: 2, created: 2, errors: [], sheet: 0 });
});

test('a text that looks like a formula is exported as text that stays text', async () => {
  const [qna] = await readQnas(database.db);
  if (qna === undefined) throw new Error('no Q&A');
  const hostile = {
    ...qna,
    question: '=HYPERLINK("http://a","b")',
    answer: '@SUM(1)\u0007 _x0041_ <b>&',
    small: '-1+2',
  };
  const file = await workbookOfQnas([hostile]);
  const xml = entriesOf(file).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  expect(xml).not.toMatch(/<f[ >]/);
  expect(xml).toContain('<c r="E2" s="3" t="inlineStr">');
  const [table] = await sheetsOf(file);
  expect(table?.rows[1]?.cells.slice(3, 7)).toEqual([
    '-1+2',
    hostile.question,
    qna.alternatives.join('\n'),
    '@SUM(1) _x0041_ <b>&',
  ]);
});

test('the same Q&As make the same bytes', async () => {
  expect(await exampleWorkbook()).toEqual(await exampleWorkbook());
});
