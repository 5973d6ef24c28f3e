import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, openSync, readFileSync, readlinkSync, rmSync, closeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from './log.ts';
import { postgresHome, type PostgresHome } from './postgres-home.ts';
import { pidRuns, takeSupervisorLock } from './supervisor-lock.ts';

/**
 * A real PostgreSQL of our own, for machines that have none. It runs in its own process group, so that Ctrl-C reaches
 * us first, and it outlives a killed Node: the next start finds it by its socket and goes on.
 *
 *   socket answers ──────────────► adopt
 *   pid file of a running postgres ► wait for its socket, or for its end
 *   else ────────────────────────► initdb if new, start
 */
export interface RunningPostgres {
  url: string;
  /** Stops it when this process looks after it; leaves it alone otherwise. */
  stop(): Promise<void>;
}

const user = 'vfp';
const startMs = 30_000;
const stopMs = 10_000;

/**
 * Makes sure that the PostgreSQL of `dataDir` runs.
 * @param settings further settings of PostgreSQL by name, for example for tests
 */
export async function startPostgres(options: {
  dataDir: string;
  log: Log;
  settings?: Record<string, string>;
}): Promise<RunningPostgres> {
  const { dataDir, log } = options;
  const home = await postgresHome(dataDir);
  if (home.movedTo !== undefined) log.info(`PostgreSQL may not enter ${dataDir}; its files are in ${home.movedTo}`);
  const lock = takeSupervisorLock(dataDir);
  try {
    const place = await listenPlace(home);
    if (lock === undefined) {
      await answers(place, startMs);
      return { url: await databaseUrl(place), stop: () => Promise.resolve() };
    }
    const supervisor = await supervise(home, place, log, options.settings ?? {}, () => lock.held());
    return {
      url: await databaseUrl(place),
      async stop() {
        await supervisor.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Where it listens: a socket only its user may enter; on Windows a port of the loopback, behind a password. */
interface Place {
  host: string;
  port: number;
  args: string[];
}

async function listenPlace(home: PostgresHome): Promise<Place> {
  if (process.platform !== 'win32') {
    return { host: home.socket, port: 5432, args: ['-c', 'listen_addresses=', '-k', home.socket] };
  }
  const pidFile = join(home.data, 'postmaster.pid');
  const known = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[3]) : 0;
  const port = known > 0 ? known : await freePort();
  return { host: '127.0.0.1', port, args: ['-c', 'listen_addresses=127.0.0.1', '-p', String(port)] };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => done(port));
    });
  });
}

async function supervise(
  home: PostgresHome,
  place: Place,
  log: Log,
  settings: Record<string, string>,
  held: () => boolean,
) {
  let child: ChildProcess | undefined;
  let stopping = false;

  async function start(): Promise<void> {
    if (await answers(place, 0)) return;
    if (await settled(home, place)) return;
    if (!existsSync(join(home.data, 'PG_VERSION'))) initialise(home);
    const deadline = Date.now() + startMs;
    for (;;) {
      child = launch(home, place, settings);
      const ended = new Promise<'ended'>((done) => child?.once('exit', () => done('ended')));
      if ((await Promise.race([answers(place, startMs), ended])) === true) break;
      // Backends of a killed postmaster may still be at work: PostgreSQL refuses to start until they have gone.
      if (Date.now() > deadline || !/shared memory block|lock file/.test(tailOf(home.log))) {
        throw new Error(`PostgreSQL does not start. Its log is ${home.log}:\n${tailOf(home.log)}`);
      }
      await wait(300);
    }
    child?.once('exit', (code, signal) => {
      if (stopping || !held()) return;
      log.error({ code, signal }, `PostgreSQL ended by itself, starting it again; its log is ${home.log}`);
      void start().catch((error: unknown) => log.error({ err: error }, 'PostgreSQL does not come back'));
    });
  }

  await start();
  return {
    async stop(): Promise<void> {
      stopping = true;
      const pid = postmasterPid(home);
      if (pid === undefined) return;
      tell(pid, 'SIGINT'); // "fast": open transactions are rolled back
      if (!(await gone(pid, home, stopMs))) {
        log.warn('PostgreSQL did not stop in time; stopping it at once');
        tell(pid, 'SIGQUIT');
        await gone(pid, home, stopMs);
      }
      rmSync(home.socket, { recursive: true, force: true });
    },
  };
}

/** Waits while a postmaster that does not answer comes up or goes down. True when it answers in the end. */
async function settled(home: PostgresHome, place: Place): Promise<boolean> {
  const pid = postmasterPid(home);
  if (pid === undefined) return false;
  if (pidRuns(pid) && isPostgres(pid, home)) {
    const deadline = Date.now() + startMs;
    while (Date.now() < deadline && pidRuns(pid)) if (await answers(place, 200)) return true;
    if (pidRuns(pid)) throw new Error(`PostgreSQL (process ${pid}) runs but does not answer. Its log is ${home.log}`);
  } else {
    // The number belongs to something else by now, and PostgreSQL would believe itself running.
    rmSync(join(home.data, 'postmaster.pid'), { force: true });
  }
  return false;
}

function initialise(home: PostgresHome): void {
  const args = ['-D', home.data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-locale'];
  if (process.platform === 'win32') throw new Error('On Windows set DATABASE_URL to a PostgreSQL of your own.');
  const made = spawnSync(home.initdb, args, { encoding: 'utf8', cwd: '/', ...home.runAs });
  if (made.status === 0) return;
  rmSync(join(home.data, 'PG_VERSION'), { force: true });
  throw new Error(`PostgreSQL could not make its files in ${home.data}:\n${made.error?.message ?? made.stderr}`);
}

function launch(home: PostgresHome, place: Place, settings: Record<string, string>): ChildProcess {
  const more = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const out = openSync(home.log, 'a');
  const child = spawn(home.postgres, ['-D', home.data, ...place.args, ...more], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', out, out],
    ...home.runAs,
  });
  child.on('error', () => undefined);
  child.unref();
  closeSync(out);
  return child;
}

async function databaseUrl(place: Place): Promise<string> {
  const admin = new Client({ host: place.host, port: place.port, user, database: 'postgres' });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(1)');
    const found = await admin.query('select 1 from pg_database where datname = $1', [user]);
    if (found.rowCount === 0) await admin.query(`create database ${user}`);
  } finally {
    await admin.end();
  }
  return `postgresql://${user}@/${user}?host=${encodeURIComponent(place.host)}&port=${place.port}`;
}

/** Whether it accepts connections within this time. */
async function answers(place: Place, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const probe = new Client({
      host: place.host,
      port: place.port,
      user,
      database: 'postgres',
      connectionTimeoutMillis: 2000,
    });
    try {
      await probe.connect();
      return true;
    } catch {
      if (Date.now() >= deadline) return false;
      await wait(40);
    } finally {
      await probe.end().catch(() => undefined);
    }
  }
}

function postmasterPid(home: PostgresHome): number | undefined {
  const path = join(home.data, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** Whether this process is a PostgreSQL that works in our folder; assumed where the system does not tell. */
function isPostgres(pid: number, home: PostgresHome): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === home.data;
  } catch {
    return !existsSync('/proc/self/cwd') || !existsSync(`/proc/${pid}`) ? pidRuns(pid) : false;
  }
}

/** Removing its pid file is the last thing it does; its number may stay a while for a parent that has died. */
async function gone(pid: number, home: PostgresHome, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (pidRuns(pid) && postmasterPid(home) === pid) {
    if (Date.now() > deadline) return false;
    await wait(30);
  }
  return true;
}

function tell(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}

function tailOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').slice(-2000) : '';
}
