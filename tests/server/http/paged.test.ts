import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRateCard } from '#domain/order/rate-card.ts';
import { pageOf } from '../../../server/http/paged.ts';
import { currentRateCard } from '../../../server/store/orders/rate-cards.ts';
import { at, startServer, type SignedIn, type TestServer } from '../../support/server.ts';

/** Lists say how long they are, and which page of them a reply is. */

let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startServer({ knowledge: true });
  admin = await server.signIn('admin');
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
  expect(whole).toMatchObject({ total: whole.items.length, page: 1, limit: expect.any(Number) });
  const halves = [await list(`${path}&page=1&limit=2`), await list(`${path}&page=2&limit=2`)];
  expect(halves[1]).toMatchObject({ total: whole.items.length, page: 2, limit: 2 });
  expect(halves.flatMap(({ items }) => items)).toEqual(whole.items.slice(0, 4));
  expect((await server.request(admin, 'GET', `${path}&limit=101`)).status).toBe(400);
});

test('the example is the last card on the last page of rate cards', async () => {
  const { number } = await currentRateCard(server.db);
  const body = { replaces: number, card: exampleRateCard, note: 'Same figures' };
  expect((await server.request(admin, 'POST', '/admin-api/rate_cards', body)).status).toBe(201);
  const pages = await Promise.all([1, 2, 3].map((page) => list(`/admin-api/rate_cards?limit=1&page=${page}`)));
  expect(pages.map((page) => [page.items.length, at(page, 'total'), at(page, 'items.0.number')])).toEqual([
    [1, 2, number + 1],
    [1, 2, number],
    [0, 2, undefined],
  ]);
});

test('a page behind the end of a list is empty', () => {
  expect(pageOf([1, 2, 3], { page: 3, limit: 2 }, 50)).toEqual({ items: [], total: 3, page: 3, limit: 2 });
});
