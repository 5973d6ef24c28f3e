import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../../server/database/database.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { startPostgres } from '../../../server/postgres/postgres.ts';

/** A migrated database. */
export interface OwnPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL with one migrated database. Transactions of other databases, and its own vacuum, would hide commits
 * from pulls as long as they run: next to nothing in real time, but long in simulated time.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-simulation-'));
  chmodSync(dataDir, 0o755);
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
  const { url, stop } = await startPostgres({ dataDir, log: silentLog, settings });
  const db = connect(url, silentLog, 1);
  await migrate(db);
  await db.destroy();
  return {
    url,
    async stop() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
