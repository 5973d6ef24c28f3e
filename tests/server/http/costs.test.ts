import { expect, test } from 'vitest';
import { costOf } from '../../../server/http/address-limit.ts';
import { routeCosts } from '../../../server/http/costs.ts';
import { routePolicies } from '../../../server/http/policies.ts';
import { requestsPerUserPerMinute } from '../../../server/ground/config.ts';

test('every route has a cost, and every cost belongs to a route', () => {
  expect(Object.keys(routeCosts).toSorted()).toEqual(Object.keys(routePolicies).toSorted());
});

test('a route without a cost cannot be registered, and a HEAD request costs as much as its GET', () => {
  expect(() => costOf({ method: 'GET', url: '/api/v1/new' })).toThrow('GET /new has no line in server/http/costs.ts');
  expect(costOf({ method: 'HEAD', url: '/api/v1/qnas/csv' })).toBe(routeCosts['GET /qnas/csv']);
  expect(costOf({ method: ['GET', 'POST'], url: '/api/v1/qnas/imports' })).toBe(routeCosts['POST /qnas/imports']);
});

test('a user can have at most one document drawn a second, and no route costs more than a minute allows', () => {
  const drawn = Object.entries(routeCosts).filter(([route]) => route.endsWith('/pdf'));
  expect(drawn.length).toBeGreaterThanOrEqual(5);
  for (const [route, cost] of drawn) expect(requestsPerUserPerMinute / cost, route).toBeLessThanOrEqual(60);
  for (const cost of Object.values(routeCosts)) expect(cost).toBeLessThanOrEqual(100);
});

test.each([
  '/csv',
  '/export',
  '/xlsx',
  'snapshot',
  'knowledge',
  'calculate',
  'retrieval_test',
  'copies',
  'search',
  'record',
])('no route that reads all of something, such as %s, costs as little as a look at one row', (part) => {
  const rows = Object.entries(routeCosts).filter(
    ([route]) => route.endsWith(part) && !route.startsWith('GET /users/me/'),
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const [route, cost] of rows) expect(cost, route).toBeGreaterThan(1);
});
