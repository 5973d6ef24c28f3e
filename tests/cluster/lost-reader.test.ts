import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/database/cluster.ts';
import { serverProcess, type ServerProcess } from '../support/servers/server-process.ts';
import { until } from '../support/until.ts';

/** The server's output goes into a pipe whose reader ends first. */

let database: TestDatabase;
let server: ServerProcess;
const dataDir = mkdtempSync(join(tmpdir(), 'vfp-lost-reader-'));

beforeAll(async () => {
  database = await freshDatabase();
  server = await serverProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'info' });
  await server.start();
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a server whose output is no longer read continues, without using a processor for logging that', async () => {
  server.loseReader();
  // Force a log line: all database connections are cut.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  await until('it serves again', async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`)).ok);
  // A server that logs its own logging failures would use all available time, for ever.
  await expect.poll(busyShare).toBeLessThan(0.4);
});

/** The share of a processor that the server uses in a second in which nobody asks it anything. */
async function busyShare(): Promise<number> {
  const [before, from] = [await cpuSeconds(), performance.now()];
  await setTimeout(1000);
  return (((await cpuSeconds()) - before) * 1000) / (performance.now() - from);
}

async function cpuSeconds(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (.+)$/m.exec(text)?.[1]);
}
