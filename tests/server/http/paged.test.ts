import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { pageOf } from '../../../server/http/paged.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { accessLines } from '../access-table.ts';
import { figuresOverTime } from '../../../server/assistant/routes/question-tables.ts';
import { qnaVersions } from '../../../server/assistant/routes/qnas.ts';
import { finderVersions } from '../../../server/assistant/routes/finder.ts';
import { foundQnas } from '../../../server/assistant/store/record-lists.ts';

/** Lists say how long they are, and which page of them a reply is. */

const share = { recall1: 1, mrr: 1, answered: 1, answered_right: 1, strangers_answered: 0 };
const figures = { in_scope: 1, strangers: 1, ...share };

const server = await provideServer({ knowledge: true });
const admin = await server.signIn('admin');
await sql`insert into qna_imports (id, state, file_name, committed_at)
  select gen_random_uuid(), 'committed', 'Q&As ' || n || '.xlsx', now() - make_interval(hours => n)
    from generate_series(1, 5) n`.execute(server.db);
// Number 1 is the example, which has no row.
await sql`insert into rate_cards (number, version, card, note)
  select n, 'v' || n, ${JSON.stringify(exampleRateCard)}::jsonb, 'Same figures' from generate_series(2, 4) n`.execute(
  server.db,
);
await sql`insert into qna_versions (qna_id, version, content, change)
  select '1', n, null, 'update' from generate_series(1, ${qnaVersions + 5}::int) n`.execute(server.db);
await sql`update qnas set version = ${qnaVersions + 5} where id = '1'`.execute(server.db);
await sql`insert into finder_trees (id, version, tree, note)
  select id, 100 + n, tree, 'Clearer.' from (select * from finder_trees where id = 'swelling' limit 1) kept,
         generate_series(1, ${finderVersions}::int) n`.execute(server.db);
await sql`insert into index_versions (number, why, entries, changes, figures)
  select 1000 + n, 'sync', 1, '{"created":0,"changed":0,"deleted":0}',
         ${JSON.stringify({ before: figures, after: figures })}::jsonb
    from generate_series(1, ${figuresOverTime + 5}::int) n`.execute(server.db);

const list = async (path: string) => (await server.request(admin, 'GET', path)).body as { items: unknown[] };

test.each([
  '/bot/qandas?q=copper+foil',
  '/bot/knowledges?q=copper+foil',
  '/qnas/imports?',
  '/admin-api/finder_trees?',
  '/admin-api/rate_cards?',
])('%s has a total, a page and a limit, and its pages make the whole list', async (path) => {
  const whole = await list(path);
  // With fewer, the second page would be empty whatever the route does.
  expect(whole.items.length).toBeGreaterThanOrEqual(3);
  expect(whole).toMatchObject({ total: whole.items.length, page: 1, limit: expect.any(Number) });
  const halves = [await list(`${path}&page=1&limit=2`), await list(`${path}&page=2&limit=2`)];
  expect(halves[1]).toMatchObject({ total: whole.items.length, page: 2, limit: 2 });
  expect(halves.flatMap(({ items }) => items)).toEqual(whole.items.slice(0, 4));
  expect((await server.request(admin, 'GET', `${path}&limit=101`)).status).toBe(400);
});

test('the example is the last card on the last page of rate cards', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list(`/admin-api/rate_cards?limit=2&page=${page}`)));
  const numbers = pages.map(({ items }) => items.map((card) => at(card, 'number')));
  expect(numbers).toEqual([[4, 3], [2, 1], []]);
});

test('a page behind the end of a list is empty', () => {
  expect(pageOf([1, 2, 3], { page: 3, limit: 2 }, 50)).toEqual({ items: [], total: 3, page: 3, limit: 2 });
});

/** Lists that are read whole, because they are those of one object, of one user, or of a tree. */
const readWhole = [
  '/admin-api/knowledge_documents/:id',
  '/admin-api/po_orders/orders/:id/attachments',
  '/admin-api/po_orders/orders/:id/test_reports',
  '/orders/:id/test_reports',
  '/po_system/orders/:id/attachments',
  '/po_system/orders/:id/revisions',
  '/po_system/orders/:id/test_reports',
  '/qnas/category_tree',
  '/users/me/copies',
  '/users/orders/:id/attachments',
];

test.each([
  ['/admin-api/records/entries?q=the', foundQnas],
  ['/qnas/1/versions', qnaVersions],
  ['/admin-api/finder_trees/swelling/versions', finderVersions],
  ['/admin-api/knowledge/questions/figures', figuresOverTime],
])('%s has the first few of its list, and how many there are', async (path, most) => {
  const { items, total } = (await server.request(admin, 'GET', path)).body as { items: unknown[]; total: number };
  expect(items).toHaveLength(most);
  expect(total).toBeGreaterThan(most);
});

test('every list says how long it is, but for those that are read whole', () => {
  const lists = accessLines().filter(({ method, names }) => method === 'GET' && names.includes('items'));
  const withoutTotal = lists.filter(({ names }) => !names.includes('total')).map(({ path }) => path);
  expect([...new Set(withoutTotal)].toSorted()).toEqual(readWhole);
});
