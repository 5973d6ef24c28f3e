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
import { connect, type Db } from '../../server/store/system/database.ts';
import { silentLog } from '../../server/log.ts';
import { migrate } from '../../server/store/system/migrate.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';

/**
 * One PostgreSQL for each worker of a project, started by the first test that asks for a database; a migrated template; a
 * copy of it for each test file. `DATABASE_URL` names another PostgreSQL to use instead, by one worker: the transactions
 * of all databases of a PostgreSQL hold back each other's feeds for a moment, and many a test looks only once.
 */
declare module 'vitest' {
  interface ProvidedContext {
    clusterFolder: string;
  }
}

const template = 'vfp_template';

export function setup(project: TestProject): void {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-test-'));
  chmodSync(folder, 0o755);
  project.provide('clusterFolder', folder);
  folders.add(folder);
  // A run that is ended from outside never comes to its teardown.
  process.once('exit', () => killLeft(folder));
}

/** Ends every PostgreSQL of this folder that still runs, at once and without a word: nobody needs its data. */
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
  for (const folder of folders) {
    for (const home of readdirSync(folder)) await end(join(folder, home));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends one worker's PostgreSQL, or takes its databases out of the one that was given. */
async function end(home: string): Promise<void> {
  if (!existsSync(join(home, 'url'))) return;
  const databases = readFileSync(join(home, 'databases'), { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  const given = process.env['DATABASE_URL'];
  if (given !== undefined) await dropAll(given, databases);
  else await (await startPostgres({ dataDir: home, log: silentLog })).stop();
}

const folders = new Set<string>();

export interface TestDatabase {
  db: Db;
  url: string;
  /** Closes this connection pool; the database itself goes with the cluster. */
  close(): Promise<void>;
}

/** What a database has from the start, beside its tables: made by the first who asks for it, then copied. */
export interface Filling {
  name: string;
  fill: (url: string) => Promise<void>;
}

/** A migrated database of this caller's own: empty, or with this in it. */
export async function freshDatabase(filling?: Filling): Promise<TestDatabase> {
  const folder = join(inject('clusterFolder'), process.env['VITEST_POOL_ID'] ?? '');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const cluster = await clusterUrl(folder);
  const name = `vfp_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(cluster, async (admin) => {
    // Copying a template needs it to have no other connection, so one at a time.
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

/** Under the lock for templates. */
async function ensureFilled(cluster: string, admin: Client, { name, fill }: Filling): Promise<void> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 1) return;
  // One that was begun and not finished has another name.
  await admin.query(`drop database if exists ${name}_begun with (force)`);
  await admin.query(`create database ${name}_begun template ${template}`);
  await fill(withDatabase(cluster, `${name}_begun`));
  await admin.query(`alter database ${name}_begun rename to ${name}`);
}

/** The cluster's address; starts it when nobody has. */
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
    // Gives up the supervisor's lock at once: this worker ends long before the run does.
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

/** Started by a worker, which ends; the setup process adopts and stops it. */
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
