import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { importKnowledge } from '../../../../server/assistant/knowledge/import.ts';
import type { FileEntry } from '../../../../server/assistant/knowledge/knowledge-file.ts';
import { provideServer, startServer } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';

const server = await provideServer();
const folder = mkdtempSync(join(tmpdir(), 'vfp-knowledge-'));

afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;

function fileOf(content: unknown): string {
  const file = join(folder, `${++count}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function entry(more: Partial<FileEntry> = {}): FileEntry {
  return {
    id: 9001,
    large: 'Testing',
    medium: 'Basics',
    small: '',
    question: 'What is a test entry?',
    answer: 'An entry of a test.',
    alternatives: ['test entry meaning'],
    keyword: 'test,entry',
    urls: 'https://example.com/one\nhttps://example.com/two',
    sources: 'a test',
    basis: 'read',
    ko: { question: '시험 항목이란?', answer: '시험을 위한 항목입니다.', alternatives: ['시험 항목 뜻'] },
    ...more,
  };
}

async function stored(id: string) {
  const { rows } = await sql<{ answer: string; status: string; version: number; urls: string[]; ko: object | null }>`
    select answer, status, version, urls, ko from knowledge where id = ${id}`.execute(server.db);
  return rows[0];
}

test('a file of knowledge is imported once, with its sources and its Korean texts', async () => {
  const file = fileOf([entry({ id: 'once' })]);
  expect(await importKnowledge(server.db, file)).toEqual({ created: 1, updated: 0, skipped: 0 });
  expect(await importKnowledge(server.db, file)).toBeUndefined();
  expect(await stored('once')).toEqual({
    answer: 'An entry of a test.',
    status: 'published',
    version: 1,
    urls: ['https://example.com/one', 'https://example.com/two'],
    ko: entry().ko,
  });
});

test('an entry that rests on memory waits for an expert', async () => {
  await importKnowledge(server.db, fileOf([entry({ id: 'memory', basis: 'memory' })]));
  expect((await stored('memory'))?.status).toBe('needs_check');
});

function checkedOn(day: string): FileEntry[] {
  return [entry({ id: 'checked', checked_on: day }), entry({ id: 'unchecked', basis: 'memory', checked_on: day })];
}

test('a newer check of the same facts is stored, and none for an entry that rests on memory', async () => {
  await importKnowledge(server.db, fileOf(checkedOn('2026-11-01')));
  expect(await importKnowledge(server.db, fileOf(checkedOn('2026-11-12')))).toMatchObject({ updated: 1, skipped: 1 });
  const { rows } = await sql<{ day: string | null }>`
    select checked_on::text as day from knowledge where id in ('checked', 'unchecked') order by id`.execute(server.db);
  expect(rows).toEqual([{ day: '2026-11-12' }, { day: null }]);
});

test('a newer file changes what nobody has edited, and never what an expert wrote', async () => {
  await importKnowledge(
    server.db,
    fileOf([entry({ id: 'as-imported' }), entry({ id: 'edited' }), entry({ id: 'same' })]),
  );
  await sql`update qnas set answer = 'By an expert.', version = version + 1 where id = 'edited'`.execute(server.db);
  const newer = [
    entry({ id: 'as-imported', answer: 'Newer.' }),
    entry({ id: 'edited', answer: 'Newer.' }),
    entry({ id: 'same' }),
  ];
  expect(await importKnowledge(server.db, fileOf(newer))).toEqual({ created: 0, updated: 1, skipped: 2 });
  expect(await stored('as-imported')).toMatchObject({ answer: 'Newer.', version: 2 });
  const { rows } = await sql`select answer, version from qnas where id = 'edited'`.execute(server.db);
  expect(rows).toEqual([{ answer: 'By an expert.', version: 2 }]);
  // The assistant answers from what an expert wrote after the next sync.
  expect(await stored('edited')).toMatchObject({ answer: entry().answer, version: 1 });
  expect(await stored('same')).toMatchObject({ version: 1 });
  const again = [entry({ id: 'as-imported', answer: 'Newest.' })];
  expect(await importKnowledge(server.db, fileOf(again))).toMatchObject({ updated: 1 });
});

test('a file with one wrong entry imports nothing and says which field is wrong', async () => {
  const { answer: _, ...wrong } = entry({ id: 'wrong' });
  const file = fileOf([entry({ id: 'right' }), wrong]);
  await expect(importKnowledge(server.db, file)).rejects.toThrow(/entry 2.*answer/);
  await expect(importKnowledge(server.db, fileOf({ entries: [] }))).rejects.toThrow('a list of entries is expected');
  expect(await stored('right')).toBeUndefined();
});

test('a change of the knowledge base on one process reaches the assistant of other processes at once', async () => {
  const there = await startServer({ database: server.databaseUrl });
  onTestFinished(() => there.close());
  const indexThere = () => JSON.stringify(there.knowledge.index().entries);
  const before = indexThere();
  await importKnowledge(server.db, fileOf([entry({ id: 'shared' })]));
  await server.knowledge.reload();
  const after = JSON.stringify(server.knowledge.index().entries);
  expect(after).not.toEqual(before);
  await until('the other process has the change', () => indexThere() === after);
});
