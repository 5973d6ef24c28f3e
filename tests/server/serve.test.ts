import { sql } from 'kysely';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/ground/config.ts';
import { serve } from '../../server/serve.ts';
import { silentLog } from '../../server/ground/log.ts';
import { freshDatabase } from '../support/database/cluster.ts';
import { startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

test('a build that is older than its database starts, warns of it and shows it', async () => {
  const { db, url, close } = await freshDatabase();
  onTestFinished(close);
  await sql`insert into migrations (name) values ('9999-of-a-newer-build.sql')`.execute(db);
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (facts: object | string) => void warnings.push(facts) };
  const server = await startServer({ database: url, log });
  onTestFinished(() => server.close());
  expect(warnings).toContainEqual({ migrations: ['9999-of-a-newer-build.sql'] });
  const health = await fetch(`${server.url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', database: 'newer' }]);
});

test('a start that fails at its last step leaves no connection behind', async () => {
  const { db, url, close } = await freshDatabase();
  onTestFinished(close);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const config = readConfig({ PORT: port, DATABASE_URL: url, DEMO: 'off', LOG_LEVEL: 'silent' });
  await expect(serve(config, { log: silentLog })).rejects.toThrow('EADDRINUSE');
  const openConnections = async () =>
    (
      await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db)
    ).rows[0]?.n;
  await until('all connections are closed', async () => (await openConnections()) === 0);
});
