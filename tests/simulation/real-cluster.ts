import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { connect } from '../../server/store/system/database.ts';
import { silentLog } from '../../server/log.ts';
import { migrate } from '../../server/store/system/migrate.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';

/** Starts a PostgreSQL for one run, with a migrated database for each of its processes. */
export async function startCluster(databases: number): Promise<{ urls: string[]; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-simulation-'));
  chmodSync(dataDir, 0o755);
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const { url, stop } = await startPostgres({ dataDir, log: silentLog, settings });
  const urls = Array.from({ length: databases }, (_, i) => url.replace(/\/\w+\?/, `/simulation_${i}?`));
  const admin = new Client({ connectionString: url });
  await admin.connect();
  for (const [i, own] of urls.entries()) {
    await admin.query(`create database simulation_${i}`);
    const db = connect(own, silentLog, 1);
    await migrate(db);
    await db.destroy();
  }
  await admin.end();
  return {
    urls,
    async stop() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
