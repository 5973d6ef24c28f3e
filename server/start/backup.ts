import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { connect } from '../database/database.ts';
import { startNewHistory } from '../database/epoch.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { type Log, silentLog } from '../ground/log.ts';
import { type PostgresHome, postgresHome } from '../postgres/postgres-home.ts';
import { answers, listenAddress } from '../postgres/postgres-process.ts';
import { takeSupervisorLock } from '../postgres/supervisor-lock.ts';

/**
 * Backups of our own PostgreSQL, taken while it runs and restored while it is stopped; `scripts/backup.ts` adds the files
 * that users have uploaded. An external PostgreSQL is backed up by its operator (pg_dump); after a restore it needs a new
 * epoch too.
 */

/** Files that PostgreSQL creates itself, and that must not be in a copy. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts']);
const emptied = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_replslot',
]);

/** Writes a backup. @param target a folder that does not exist yet */
export async function backUp(dataDir: string, target: string, log: Log): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already. Choose another folder for the backup.`);
  const postgres = await startPostgres({ dataDir, log });
  try {
    const { data } = await postgresHome(dataDir, silentLog);
    const draft = `${target}.unfinished`;
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    await copyRunning(postgres.url, data, join(draft, 'postgres'));
    renameSync(draft, target);
  } finally {
    await postgres.stop();
  }
}

async function copyRunning(url: string, data: string, target: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // A temporary slot keeps the write-ahead log of the backup until it is copied; it ends with the connection.
    await client.query(`select pg_create_physical_replication_slot('vfp_backup_${process.pid}', true, true)`);
    await client.query(`select pg_backup_start('vfp', true)`);
    copyFolder(data, target);
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      `select * from pg_backup_stop(false)`,
    );
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
    copyFolder(join(data, 'pg_wal'), join(target, 'pg_wal'));
  } finally {
    await client.end();
  }
}

/**
 * Copies a folder. Files that disappear meanwhile are not needed, and the write-ahead log repairs those that change.
 */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.has(entry.name)) continue;
    if (entry.isDirectory() && emptied.has(entry.name)) mkdirSync(target, { mode: 0o700 });
    else if (entry.isDirectory()) copyFolder(source, target);
    else copyUnlessGone(source, target);
  }
}

function copyUnlessGone(source: string, target: string): void {
  try {
    copyFileSync(source, target);
  } catch (error) {
    if (existsSync(source)) throw error;
  }
}

/**
 * Restores a backup and begins a new epoch, so that devices that have seen later events start over and keep their
 * unsent commands. The current database is kept in another folder.
 * @returns that folder, if there was a database
 */
export async function restore(dataDir: string, backup: string, log: Log): Promise<string | undefined> {
  const copy = join(backup, 'postgres');
  if (!existsSync(join(copy, 'backup_label'))) throw new Error(`${backup} is no backup of npm run backup.`);
  const home = await postgresHome(dataDir, silentLog);
  const lock = takeSupervisorLock(dataDir);
  if (lock === undefined || (await answers(await listenAddress(home), 0))) {
    lock?.release();
    throw new Error(`A server works on ${dataDir}. Stop it first; after kill -9, start and stop it once.`);
  }
  const aside = `${home.data}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  const hadOne = existsSync(join(home.data, 'PG_VERSION'));
  try {
    if (existsSync(home.data)) renameSync(home.data, aside);
    cpSync(copy, home.data, { recursive: true });
    giveTo(home, home.data);
  } finally {
    lock.release();
  }
  const postgres = await startPostgres({ dataDir, log });
  try {
    await beginNewHistory(postgres.url, log);
  } finally {
    await postgres.stop();
  }
  return hadOne ? aside : undefined;
}

/** Begins a new epoch. Must be called after a restore of any database. */
export async function beginNewHistory(url: string, log: Log): Promise<void> {
  const db = connect(url, log, 1);
  try {
    await startNewHistory(db);
  } finally {
    await db.destroy();
  }
}

/** Makes the user that PostgreSQL runs as the owner of a path. */
function giveTo({ runAs }: PostgresHome, path: string): void {
  chmodSync(path, 0o700);
  if (runAs === undefined) return;
  chownSync(path, runAs.uid, runAs.gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    chownSync(join(entry.parentPath, entry.name), runAs.uid, runAs.gid);
  }
}
