import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { FinderTree } from '#domain/assistant/knowledge/finder/tree.ts';
import { importTrees } from '../../../server/assistant/store/finder-trees.ts';
import { finderTreesOf, treeForEntry } from '../../../src/assistant/knowledge/finder-trees.ts';
import { knowledgeBasis } from '../../../src/assistant/knowledge/saved-knowledge.ts';
import { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';
import { smallTree } from '../../support/src/finder-tree.ts';
import { knowledgeCheckMs } from '../../../src/assistant/knowledge/knowledge-refresh.ts';

/** Trees of the failure finder: imported, edited by experts, and on devices. */

const server = await provideServer();
const expert = await server.signIn('expert');
beforeEach(async () => {
  await sql`delete from finder_trees`.execute(server.db);
  await sql`delete from finder_imports`.execute(server.db);
  await sql`insert into knowledge (id, large, medium, small, question, answer, status)
    values ('1', 'Aging', '', '', 'Why does it swell?', 'Gas.', 'published'),
           ('2', 'Aging', '', '', 'What is gas?', 'A gas.', 'published')
    on conflict (id) do nothing`.execute(server.db);
  await imported(smallTree, 'first');
});

const imported = (tree: FinderTree, hash: string) =>
  server.db.transaction().execute((tx) => importTrees(tx, hash, [tree]));
const titled = (en: string): FinderTree => ({ ...smallTree, title: { ...smallTree.title, en } });
const headersOf = (key?: string): Record<string, string> => (key === undefined ? {} : { 'idempotency-key': key });
const save = (replaces: number, tree: FinderTree, key?: string) =>
  server.request(
    expert,
    'POST',
    '/admin-api/finder_trees/swelling',
    { replaces, tree, note: 'Clearer.' },
    headersOf(key),
  );

async function versions(): Promise<[version: number, title: string, note: string][]> {
  const { body } = await server.request(expert, 'GET', '/admin-api/finder_trees/swelling/versions');
  return (body as { items: { version: number; tree: FinderTree; note: string }[] }).items.map(
    ({ version, tree, note }) => [version, tree.title.en, note],
  );
}

async function later(device: Device): Promise<void> {
  device.pass(knowledgeCheckMs);
  await device.sync();
}

const titlesOn = async ({ db }: Device) => (await finderTreesOf(db)).map(({ version, title }) => [version, title.en]);

test('an import writes trees once for each content, and never over what an expert has edited', async () => {
  expect(await imported(titled('Bulging'), 'first')).toBeUndefined();
  expect(await imported(titled('Bulging'), 'second')).toEqual(['swelling']);
  expect((await save(2, titled('Swollen'))).status).toBe(201);
  expect(await imported(titled('Newer'), 'third')).toEqual([]);
  expect(await versions()).toEqual([
    [3, 'Swollen', 'Clearer.'],
    [2, 'Bulging', ''],
    [1, 'Swelling', ''],
  ]);
});

test('of two experts who edit the same version, the second is shown the version of the first', async () => {
  expect((await save(1, titled('Mine'))).status).toBe(201);
  const second = await save(1, titled('Theirs'));
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'STALE', details: { version: 2, tree: { title: { en: 'Mine' } }, note: 'Clearer.' } },
  });
  expect((await save(2, titled('Theirs'))).status).toBe(201);
});

test('a tree with a dead end or an unpublished entry is refused by row, and nothing is saved', async () => {
  const wrong = { ...smallTree, answers: ['404'], findings: smallTree.findings.slice(1) };
  const { status, body } = await save(1, wrong);
  expect(status).toBe(422);
  expect((body as { details: unknown }).details).toEqual(
    expect.arrayContaining([
      { path: 'steps/hot/choices/0/next', code: 'DEAD_END' },
      { path: 'answers', code: 'NO_ENTRY' },
    ]),
  );
  expect(await versions()).toHaveLength(1);
});

test('a version that is saved twice with one key is saved once', async () => {
  const key = crypto.randomUUID();
  expect((await save(1, titled('Once'), key)).body).toEqual({ version: 2 });
  expect((await save(1, titled('Once'), key)).body).toEqual({ version: 2 });
  expect(await versions()).toHaveLength(2);
});

test('a device gets all trees with the knowledge base, then the changed one, and loses them on sign-out', async () => {
  const device = await Device.open(server, await server.signIn('engineer'));
  await device.sync();
  expect(await titlesOn(device)).toEqual([[1, 'Swelling']]);
  expect(await treeForEntry(device.db, '1')).toEqual({ tree: 'swelling', title: smallTree.title });
  expect(await treeForEntry(device.db, '2')).toBeUndefined();
  const { stamp } = await knowledgeBasis(device.db, 'en');
  await save(1, { ...titled('Swollen'), answers: ['2'] });
  const { body } = await server.request(expert, 'GET', `/sync/knowledge?stamp=${stamp}`);
  expect(body).toMatchObject({ whole: false, entries: { id: [] }, trees: [{ version: 2, tree: { id: 'swelling' } }] });
  await later(device);
  expect(await titlesOn(device)).toEqual([[2, 'Swollen']]);
  expect(await treeForEntry(device.db, '1')).toBeUndefined();
  expect(await treeForEntry(device.db, '2')).toMatchObject({ tree: 'swelling' });
  device.close();
});

test('a device that an earlier version of the app has filled asks for everything once', async () => {
  const device = await Device.open(server, await server.signIn('engineer'));
  await device.sync();
  await device.db.meta.delete('finderLinks');
  await device.db.meta.where('key').startsWith('finder:').delete();
  expect((await knowledgeBasis(device.db, 'en')).stamp).toBeUndefined();
  await later(device);
  expect(await titlesOn(device)).toEqual([[1, 'Swelling']]);
  device.close();
});

test('customers may neither read versions nor edit a tree', async () => {
  const engineer = await server.signIn('engineer');
  const path = '/admin-api/finder_trees/swelling';
  expect((await server.request(engineer, 'GET', `${path}/versions`)).status).toBe(403);
  const body = { replaces: 1, tree: smallTree, note: 'Mine.' };
  expect((await server.request(engineer, 'POST', path, body)).status).toBe(403);
});
