import { expect, test } from 'vitest';
import { serverLimits } from '#domain/server-limits.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { judgeCut } from '../fuzz/judge.ts';
import { freshDatabase } from '../support/cluster.ts';

/** A short run of `npm run fuzz`. */

test('every described route replies to any request of any kind of user without a fault and as described', async () => {
  const database = await freshDatabase();
  const { sent, violations, successes } = await fuzz({
    databaseUrl: database.url,
    requests: 1500,
    seed: 1,
    jobs: 6,
    say: () => undefined,
  });
  await database.close();
  expect(violations).toEqual([]);
  expect(sent).toBe(1500);
  // Eleven kinds of person, of whom one is deactivated: what any of them asks also succeeds.
  expect([...successes.keys()]).toHaveLength(11);
});

test.each([
  ['for no reason', 10, false, 'the connection was cut without an answer'],
  ['after a body that is larger than what is read of it', serverLimits.drainedBytes + 1, false, undefined],
  ['because its caller lost a right meanwhile', 10, true, undefined],
])('a connection that is cut %s is judged by that', async (_what, length, isCutOff, violation) => {
  const request = { method: 'POST', path: '/', headers: {}, body: Buffer.alloc(length) };
  expect(await judgeCut({ request, isCutOff: async () => isCutOff })).toBe(violation);
});
