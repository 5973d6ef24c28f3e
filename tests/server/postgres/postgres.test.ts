import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { connect, openDatabase } from '../../../server/database/database.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { postgresHome } from '../../../server/postgres/postgres-home.ts';
import { mayRun } from '../../../server/postgres/postgres-process.ts';
import { startPostgres } from '../../../server/postgres/postgres.ts';
import { pidRuns } from '../../../server/postgres/supervisor-lock.ts';
import { until } from '../../support/until.ts';

/** The PostgreSQL that the server runs by itself. It must recover from every crash without help. */

const root = resolve(import.meta.dirname, '../../..');
const folders: string[] = [];

afterEach(async () => {
  for (const dataDir of folders.splice(0)) {
    rmSync(join(dataDir, 'supervisor.lock'), { force: true });
    await (await startPostgres({ dataDir, log: silentLog })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

function dataFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-store-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** Starts another Node process, which opens the database, writes one row and runs until it is killed. */
async function nodeThatWrites(dataDir: string, text: string): Promise<ChildProcess> {
  const script = `
    import { sql } from 'kysely';
    import { openDatabase } from './server/database/database.ts';
    import { silentLog } from './server/ground/log.ts';
    const opened = await openDatabase({ databaseUrl: undefined, dataDir: ${JSON.stringify(dataDir)} }, silentLog);
    await sql\`create table if not exists notes (text text)\`.execute(opened.db);
    await sql\`insert into notes values (${text})\`.execute(opened.db);
    process.on('SIGTERM', () => void opened.close().then(() => process.exit(0)));
    console.log('written');
    setInterval(() => undefined, 1000);`.replace(`(${text})`, `('${text}')`);
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((done, fail) => {
    child.stdout?.once('data', () => done());
    child.once('exit', () => fail(new Error('it ended before it had written')));
  });
  return child;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => child.once('exit', () => done()));
}

async function notes(dataDir: string): Promise<string[]> {
  const postgres = await startPostgres({ dataDir, log: silentLog });
  const db = connect(postgres.url, silentLog);
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db);
  await db.destroy();
  await postgres.stop();
  return rows.map((row) => row.text);
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

test('a Node killed with -9 leaves PostgreSQL running, and the next start adopts it with all data', async () => {
  const dataDir = dataFolder();
  const first = await nodeThatWrites(dataDir, 'a');
  const pid = postmasterPid(dataDir);
  const gone = ended(first);
  first.kill('SIGKILL');
  await gone;
  const second = await nodeThatWrites(dataDir, 'b');
  expect(postmasterPid(dataDir)).toBe(pid);
  const stopped = ended(second);
  second.kill('SIGTERM');
  await stopped;
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  expect(await notes(dataDir)).toEqual(['a', 'b']);
});

test('Node and PostgreSQL both killed with -9: the next start recovers all data', async () => {
  const dataDir = dataFolder();
  const first = await nodeThatWrites(dataDir, 'a');
  const gone = ended(first);
  first.kill('SIGKILL');
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await gone;
  expect(await notes(dataDir)).toEqual(['a']);
});

test('a stale pid file with the pid of another running process does not prevent a start', async () => {
  const dataDir = dataFolder();
  const first = await nodeThatWrites(dataDir, 'a');
  const file = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const gone = ended(first);
  first.kill('SIGTERM');
  await gone;
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), file.replace(/^\d+/, String(process.pid)));
  writeFileSync(join(dataDir, 'supervisor.lock'), `${process.pid} 1`);
  expect(await notes(dataDir)).toEqual(['a']);
});

test('empty lock files, left by a kill at startup, do not prevent a start', async () => {
  const dataDir = dataFolder();
  const first = await nodeThatWrites(dataDir, 'a');
  const gone = ended(first);
  first.kill('SIGTERM');
  await gone;
  const { data, socket } = await postgresHome(dataDir, silentLog);
  for (const path of [join(data, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]) writeFileSync(path, '');
  expect(await notes(dataDir)).toEqual(['a']);
});

test.skipIf(process.platform === 'win32')(
  'a start does not wait for a killed PostgreSQL that remains as a zombie process',
  async () => {
    const dataDir = dataFolder();
    await (await startPostgres({ dataDir, log: silentLog })).stop();
    const { postgres, data, socket, runAs } = await postgresHome(dataDir, silentLog);
    // The parent never waits for its child, so the killed child keeps its pid, like orphans in a container without init.
    const parentScript = `"$@" >/dev/null 2>&1 & exec sleep 60`;
    const program = [postgres, '-D', data, '-c', 'listen_addresses=', '-k', socket];
    const parent = spawn('sh', ['-c', parentScript, 'sh', ...program], { cwd: '/', stdio: 'ignore', ...runAs });
    try {
      await until('it has its lock files', () => existsSync(join(socket, '.s.PGSQL.5432.lock')));
      const pid = postmasterPid(dataDir);
      process.kill(pid, 'SIGKILL');
      await until('it is a zombie', () => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
      expect(pidRuns(pid)).toBe(false);
      await (await startPostgres({ dataDir, log: silentLog })).stop();
    } finally {
      const gone = ended(parent);
      parent.kill();
      await gone;
    }
  },
);

test('a PostgreSQL whose data folder is a symbolic link is recognized as running', async () => {
  const dataDir = dataFolder();
  const link = `${dataDir}-link`;
  symlinkSync(dataDir, link);
  const logged: unknown[] = [];
  const log = { ...silentLog, error: (...words: unknown[]) => logged.push(words) };
  try {
    const postgres = await startPostgres({ dataDir: link, log });
    // PostgreSQL is checked once a second, so an error would have been logged by then.
    await wait(2500);
    await postgres.stop();
    expect(logged).toEqual([]);
  } finally {
    rmSync(link);
  }
});

test('a second Node process uses the same PostgreSQL and does not stop it', async () => {
  const dataDir = dataFolder();
  const first = await nodeThatWrites(dataDir, 'a');
  const second = await nodeThatWrites(dataDir, 'b');
  const gone = ended(second);
  second.kill('SIGTERM');
  await gone;
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(true);
  const stopped = ended(first);
  first.kill('SIGTERM');
  await stopped;
  expect(await notes(dataDir)).toEqual(['a', 'b']);
});

test('a start during a stop waits for it, at whatever moment it begins', async () => {
  const dataDir = dataFolder();
  const texts: string[] = [];
  for (const afterMs of [0, 15, 30, 60, 90]) {
    texts.push(`after ${String(afterMs).padStart(2, '0')} ms`);
    const first = await nodeThatWrites(dataDir, texts.at(-1) ?? '');
    const gone = ended(first);
    first.kill('SIGTERM');
    await wait(afterMs);
    const opened = await openDatabase({ databaseUrl: undefined, dataDir }, silentLog);
    const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(opened.db);
    expect(rows.map((row) => row.text)).toEqual(texts);
    await gone;
    await opened.close();
  }
});

test.runIf(process.getuid?.() === 0)(
  'as root with a folder that other users cannot enter, the cluster is stored elsewhere',
  async () => {
    const dataDir = dataFolder(0o700);
    const logged: unknown[] = [];
    const log = { ...silentLog, info: (text: unknown) => logged.push(text) };
    const postgres = await startPostgres({ dataDir, log });
    expect(String(logged[0])).toContain('/var/tmp/vfp-');
    expect(readdirSync(dataDir)).not.toContain('postgres');
    await postgres.stop();
    rmSync(String(/\/var\/tmp\/vfp-[0-9a-f]+/.exec(String(logged[0]))), { recursive: true, force: true });
    folders.pop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

test('while the lock file of PostgreSQL cannot be read, for want of file descriptors, it counts as running', async () => {
  const home = await postgresHome(dataFolder(), silentLog);
  mkdirSync(join(home.data, 'postmaster.pid'), { recursive: true });
  expect(mayRun(home)).toBe(true);
  rmSync(join(home.data, 'postmaster.pid'), { recursive: true });
  expect(mayRun(home)).toBe(false);
});
