import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRateCard } from '#domain/order/rate-card.ts';
import { pageOf } from '../../../server/http/paged.ts';
import { at, startServer, type SignedIn, type TestServer } from '../../support/server.ts';
import { accessLines } from '../access-table.ts';

/** Lists say how long they are, and which page of them a reply is. */

let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startServer({ knowledge: true });
  admin = await server.signIn('admin');
  await sql`insert into qna_imports (id, state, file_name, committed_at)
    select gen_random_uuid(), 'committed', 'Q&As ' || n || '.xlsx', now() - make_interval(hours => n)
      from generate_series(1, 5) n`.execute(server.db);
  // Number 1 is the example, which has no row.
  await sql`insert into rate_cards (number, version, card, note)
    select n, 'v' || n, ${JSON.stringify(exampleRateCard)}::jsonb, 'Same figures' from generate_series(2, 4) n`.execute(
    server.db,
  );
});
afterAll(() => server.close());

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

/** Lists without pages: of one object or user, of a tree, and the best few for what was typed. */
const readWhole = [
  '/admin-api/knowledge/questions/figures',
  '/admin-api/knowledge_documents/:id',
  '/admin-api/po_orders/orders/:id/attachments',
  '/admin-api/po_orders/orders/:id/test_reports',
  '/admin-api/records/entries',
  '/chat/search',
  '/orders/:id/test_reports',
  '/po_system/orders/:id/attachments',
  '/po_system/orders/:id/revisions',
  '/po_system/orders/:id/test_reports',
  '/qnas/:id/versions',
  '/qnas/category_tree',
  '/users/me/copies',
  '/users/orders/:id/attachments',
];

test('every list says how long it is, but for those that are read whole', () => {
  const lists = accessLines().filter(({ method, names }) => method === 'GET' && names.includes('items'));
  const withoutTotal = lists.filter(({ names }) => !names.includes('total')).map(({ path }) => path);
  expect([...new Set(withoutTotal)].toSorted()).toEqual(readWhole);
});
