import { expect, test } from 'vitest';
import { startOwnPostgres } from './own-postgres.ts';
import { planOf } from '../plan.ts';
import { RealDatabase } from './database.ts';
import { RealDoor } from './door.ts';
import { tell } from '../story.ts';
import { isWhole } from '../../support/whole.ts';

/** Runs a few stories with the real server; `npm run simulate -- --bus real --seeds 1000` runs more. */
test('with the real bus on PostgreSQL, too, everything arrives once, in order, everywhere', async () => {
  const { url, stop } = await startOwnPostgres();
  const database = await RealDatabase.open(url);
  try {
    for (let seed = 1; seed <= (isWhole ? 15 : 1); seed++) {
      const { violations, commands } = await tell(planOf(seed), 'liveness', (parts) => RealDoor.open(database, parts));
      expect(violations, `npm run simulate -- --bus real --seeds 1 --from ${seed}`).toEqual([]);
      expect(commands).toBeGreaterThanOrEqual(20);
    }
  } finally {
    await database.close();
    await stop();
  }
});
