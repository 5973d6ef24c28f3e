import { expect, test } from 'vitest';
import { fuzz } from '../fuzz/fuzz.ts';
import { freshDatabase } from '../support/cluster.ts';

/** A short run of `npm run fuzz`. */

test('every described route answers any request of any kind of person without a fault and as described', async () => {
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
