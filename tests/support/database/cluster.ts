import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { connect } from '../../../server/database/database.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { startPostgres } from '../../../server/postgres/postgres.ts';
import type { Db } from '../../../server/database/db.ts';

/**
 * One PostgreSQL for each worker, started by the first test that needs a database, with a migrated template that is
 * copied for each test file. `DATABASE_URL` names another PostgreSQL, for one worker only: open
 * transactions in any database of a cluster delay the feeds of the others, and many tests read only once.
 */
declare module 'vitest' {
  interface ProvidedContext {
    clusterFolder: string;
  }
}

const template = 'vfp_template';

/** Holds the folder of this run's clusters; a run within a test is another process and has its own. */
const folderVariable = `VFP_TEST_CLUSTERS_${process.pid}`;

export function setup(project: TestProject): void {
  // All projects of a run share it. Each loads this module anew, so only the environment is common to them.
  const folder = (process.env[folderVariable] ??= newFolder());
  project.provide('clusterFolder', folder);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-test-'));
  chmodSync(folder, 0o755);
  // A run that is killed never reaches its teardown.
  process.once('exit', () => killLeft(folder));
  return folder;
}

/** Kills every PostgreSQL of this folder that still runs; its data is not needed. */
function killLeft(folder: string): void {
  if (!existsSync(folder)) return;
  for (const home of readdirSync(folder)) {
    const pidFile = join(folder, home, 'postgres', 'postmaster.pid');
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
    if (pid > 1) process.kill(pid, 'SIGQUIT');
  }
  rmSync(folder, { recursive: true, force: true });
}

export async function teardown(): Promise<void> {
  const folder = process.env[folderVariable];
  if (folder === undefined) return;
  delete process.env[folderVariable];
  for (const home of readdirSync(folder)) await end(join(folder, home));
  rmSync(folder, { recursive: true, force: true });
}

/** Stops one worker's PostgreSQL, or drops its databases from the given one. */
async function end(home: string): Promise<void> {
  if (!existsSync(join(home, 'url'))) return;
  const databases = readFileSync(join(home, 'databases'), { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  const given = process.env['DATABASE_URL'];
  if (given !== undefined) await dropAll(given, databases);
  else await (await startPostgres({ dataDir: home, log: silentLog })).stop();
}

export interface TestDatabase {
  db: Db;
  url: string;
  /** Closes this connection pool; the database is removed with the cluster. */
  close(): Promise<void>;
}

/** Initial content of a database beside its tables: created on first use, then copied. */
export interface Filling {
  name: string;
  fill: (url: string) => Promise<void>;
}

/** Creates a migrated database for this caller, empty or with the given content. */
export async function freshDatabase(filling?: Filling): Promise<TestDatabase> {
  const folder = join(inject('clusterFolder'), process.env['VITEST_POOL_ID'] ?? '');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const cluster = await clusterUrl(folder);
  const name = `vfp_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(cluster, async (admin) => {
    // A template can only be copied while it has no other connection, so copies are serialized.
    await admin.query(`select pg_advisory_lock(7001)`);
    if (filling !== undefined) await ensureFilled(cluster, admin, filling);
    await admin.query(`create database ${name} template ${filling?.name ?? template}`);
  });
  const made = filling === undefined ? name : `${filling.name}\n${filling.name}_begun\n${name}`;
  writeFileSync(join(folder, 'databases'), `${made}\n`, { flag: 'a' });
  const url = withDatabase(cluster, name);
  const db = connect(url, silentLog);
  return { db, url, close: () => db.destroy() };
}

/** Must be called with the lock for templates. */
async function ensureFilled(cluster: string, admin: Client, { name, fill }: Filling): Promise<void> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 1) return;
  // An unfinished template has another name.
  await admin.query(`drop database if exists ${name}_begun with (force)`);
  await admin.query(`create database ${name}_begun template ${template}`);
  await fill(withDatabase(cluster, `${name}_begun`));
  await admin.query(`alter database ${name}_begun rename to ${name}`);
}

/** Returns the cluster's address, and starts the cluster if necessary. */
async function clusterUrl(folder: string): Promise<string> {
  const known = join(folder, 'url');
  try {
    mkdirSync(join(folder, 'starting'));
  } catch {
    while (!existsSync(known)) {
      if (existsSync(join(folder, 'failed'))) throw new Error(readFileSync(join(folder, 'failed'), 'utf8'));
      await wait(50);
    }
    return readFileSync(known, 'utf8');
  }
  try {
    // Releases the supervisor's lock immediately, because this worker ends long before the run does.
    const url = process.env['DATABASE_URL'] ?? (await startCluster(folder));
    await makeTemplate(url);
    writeFileSync(`${known}.new`, url);
    rmSync(join(folder, 'supervisor.lock'), { force: true });
    writeFileSync(known, url);
    return url;
  } catch (error) {
    writeFileSync(join(folder, 'failed'), String(error));
    throw error;
  }
}

/** Starts a cluster from a worker; the setup process adopts and stops it. */
async function startCluster(dataDir: string): Promise<string> {
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
  return (await startPostgres({ dataDir, log: silentLog, settings })).url;
}

async function makeTemplate(url: string): Promise<void> {
  await withAdmin(url, async (admin) => {
    await admin.query(`select pg_advisory_lock(7001)`);
    await admin.query(`drop database if exists ${template}`);
    await admin.query(`create database ${template}`);
    const db = connect(withDatabase(url, template), silentLog, 1);
    try {
      await migrate(db);
    } finally {
      await db.destroy();
    }
  });
}

async function dropAll(url: string, databases: string[]): Promise<void> {
  await withAdmin(url, async (admin) => {
    for (const name of [...databases, template]) await admin.query(`drop database if exists ${name} with (force)`);
  });
}

async function withAdmin(url: string, run: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: withDatabase(url, 'postgres') });
  await admin.connect();
  try {
    await run(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(url: string, name: string): string {
  return url.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}
