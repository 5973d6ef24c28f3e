import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../server/ground/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { connect } from '../../server/database/database.ts';
import { serverProcess } from '../support/servers/server-process.ts';

/** `npm run ask`, as people use it to try a knowledge base. */

/** By default nothing is installed. */
function ask(
  args: string[],
  input = '',
  dataDir = emptyFolder(),
): { status: number | null; lines: unknown[]; problem: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ask.ts', ...args], {
    input,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { status, lines: lines.map((line): unknown => JSON.parse(line)), problem: stderr };
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-ask-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a question on the command line is answered from the knowledge that comes with the product', () => {
  const { lines } = ask(['how', 'thick', 'is', 'copper', 'foil']);
  expect(lines).toMatchObject([
    { q: 'how thick is copper foil', band: 'answer', hits: [{ id: 18 }, {}, {}, {}, {}, {}] },
  ]);
});

test('each line of questions gives a line of answers, with the earlier questions in mind', () => {
  const questions = [
    { q: 'and for LFP?', before: ['Upper voltage limit of an NMC cell?'] },
    { q: 'Which pizza place delivers to the lab?', topic: 2 },
  ];
  const { lines } = ask([], questions.map((question) => JSON.stringify(question)).join('\n'));
  expect(lines).toMatchObject([
    { q: 'and for LFP?', band: 'answer', hits: [{ id: 25 }, {}, {}, {}, {}, {}], ms: expect.any(Number) },
    { band: 'none' },
  ]);
});

test('a file of knowledge is asked alone, with or without what waits for its check', () => {
  const file = join(emptyFolder(), 'knowledge.json');
  const entry = { large: 'L', medium: '', small: '', answer: 'A', keyword: '', urls: '', sources: '' };
  const entries = [
    { ...entry, id: 1, question: 'What is a blue widget?', alternatives: [], basis: 'read' },
    { ...entry, id: 2, question: 'Where does the green gadget stand?', alternatives: [], basis: 'memory' },
  ];
  writeFileSync(file, JSON.stringify(entries));
  const hits = (args: string[]) => ask(['--knowledge', file, ...args, 'Where does the green gadget stand?']).lines;
  expect(hits([])).toMatchObject([{ band: 'none', hits: [{ id: 1 }] }]);
  expect(hits(['--all'])).toMatchObject([{ band: 'answer', hits: [{ id: 2 }, { id: 1 }] }]);
});

test('a line that is no question is named, and so is a file that is no knowledge', () => {
  const wrong = ask([], '{"q":"what is SOC"}\n{"question":"what is SOC"}');
  expect(wrong.status).toBe(2);
  expect(wrong.problem).toContain('Line 2 is no question');
  expect(ask(['--knowledge', 'package.json', 'x']).problem).toContain('a list of entries is expected');
});

test(
  'an installation is asked for what its experts wrote, while its server runs and after it has stopped',
  { tags: ['all-only'] },
  async () => {
    const dataDir = emptyFolder();
    const server = await serverProcess({ DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'off' });
    onTestFinished(() => server.stop());
    await server.start();
    const postgres = await startPostgres({ dataDir, log: silentLog });
    const db = connect(postgres.url, silentLog);
    await sql`insert into knowledge (id, large, medium, small, question, answer, status)
    values ('zorbium', 'Chemistry', '', '', 'Which zorbium grades are there?', 'Three.', 'published')`.execute(db);
    await db.destroy();
    await postgres.stop();
    const found = { band: 'answer', hits: expect.arrayContaining([expect.objectContaining({ id: 'zorbium' })]) };
    const hits = () => ask(['Which zorbium grades are there?'], '', dataDir).lines;
    expect(hits()).toMatchObject([found]);
    await server.stop();
    expect(hits()).toMatchObject([found]);
  },
);
