import { expect, test } from 'vitest';
import { fuzz } from '../fuzz/fuzz.ts';
import { judgeCut } from '../fuzz/judge.ts';
import type { Schema } from '../fuzz/routes.ts';
import { valueOf } from '../fuzz/values.ts';
import { Random } from '../simulation/random.ts';
import { freshDatabase } from '../support/database/cluster.ts';
import { drainedBytes } from '../../server/http/unread-bodies.ts';

/** A short run of `npm run fuzz`. */

test('every documented route replies to any request of any kind of user as documented, without a server error', async () => {
  const database = await freshDatabase();
  const { sent, violations, successes } = await fuzz({
    databaseUrl: database.url,
    requests: 2600,
    seed: 1,
    jobs: 6,
    say: () => undefined,
  });
  await database.close();
  expect(violations).toEqual([]);
  expect(sent).toBe(2600);
  // Each of the eleven kinds of users, also the deactivated one, has successful requests.
  expect([...successes.keys()]).toHaveLength(11);
});

test.each([
  ['for no reason is a violation', 10, false, 'the connection was cut without an answer'],
  ['after a body of which the server reads only a part is accepted', drainedBytes + 1, false, undefined],
  ['because its user lost a right meanwhile is accepted', 10, true, undefined],
])('a connection cut %s', async (_what, length, isCutOff, violation) => {
  const request = { method: 'POST', path: '/', headers: {}, body: Buffer.alloc(length) };
  expect(await judgeCut({ request, isCutOff: async () => isCutOff })).toBe(violation);
});

const listOf = (items: object) => ({ type: 'array', items }) as Schema;

test('lists within lists within lists stay small enough for the memory', () => {
  const nested = listOf(listOf(listOf({ type: 'integer' })));
  const names = { ids: () => [], emails: [] };
  const sizes = Array.from({ length: 300 }, (_, seed) => {
    return JSON.stringify(valueOf(nested, new Random(seed), 'hostile', names)).length;
  });
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
  expect(sizes.some((size) => size > 600)).toBe(true);
});
