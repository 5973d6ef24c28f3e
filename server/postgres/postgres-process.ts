import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Log } from '../ground/log.ts';
import type { PostgresHome } from './postgres-home.ts';
import { isCode, pidRuns } from './supervisor-lock.ts';

/**
 * The process of our own PostgreSQL: where it listens, how it is started, watched and stopped.
 *
 *   socket answers ──────────────► adopt
 *   pid file of a running postgres ► wait for its socket, or for its end
 *   else ────────────────────────► initdb if new, start
 */

/** Superuser of the cluster, who may connect only through its own socket. */
export const user = 'vfp';
/** Time-out of a start, including recovery. */
export const startMs = 30_000;
/** Time-out of each of the two ways of stopping. */
const stopMs = 10_000;
/** Interval at which it is checked whether the process runs. */
const watchMs = 1000;

/**
 * Address on which it listens: a Unix socket that only its user may use; on Windows a loopback port with a password.
 */
export interface ListenAddress {
  host: string;
  port: number;
  args: string[];
}

/** Returns where this PostgreSQL listens, or will listen. */
export async function listenAddress(home: PostgresHome): Promise<ListenAddress> {
  if (process.platform !== 'win32') {
    return { host: home.socket, port: 5432, args: ['-c', 'listen_addresses=', '-k', home.socket] };
  }
  const known = Number(linesOf(join(home.data, 'postmaster.pid'))[3]);
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

/** A PostgreSQL that this process supervises. */
export interface SupervisedPostgres {
  stop(): Promise<void>;
}

/**
 * Starts it, and restarts it when it ends by itself.
 * @param options.held whether this process still supervises it
 * @param options.meanwhile is called when PostgreSQL does something that this process only waits for
 */
export async function supervise(
  home: PostgresHome,
  address: ListenAddress,
  options: { log: Log; settings: Record<string, string>; held: () => boolean; meanwhile: () => void },
): Promise<SupervisedPostgres> {
  const { log, settings, held, meanwhile } = options;
  let stopping = false;
  let starting = false;

  async function start(): Promise<void> {
    if (await answers(address, 0)) return;
    if (await settled(home, address)) return;
    if (!existsSync(join(home.data, 'PG_VERSION'))) await initialise(home, meanwhile);
    const deadline = Date.now() + startMs;
    for (;;) {
      removeLocksOfDead(home);
      const child = launch(home, address, settings);
      meanwhile();
      const ended = new Promise<'ended'>((done) => child.once('exit', () => done('ended')));
      if ((await Promise.race([answers(address, startMs), ended])) === true) {
        child.once('exit', () => void watch());
        return;
      }
      // Backends of a killed postmaster may still run. PostgreSQL refuses to start until they have ended.
      if (Date.now() > deadline || !/shared memory block|lock file/.test(tailOf(home.log))) {
        throw new Error(`PostgreSQL does not start. Its log is ${home.log}:\n${tailOf(home.log)}`);
      }
      await wait(300);
    }
  }

  /** Polls a PostgreSQL that was running already: it is no child of ours, so there is no exit event. */
  async function watch(): Promise<void> {
    if (stopping || starting || !held() || mayRun(home)) return;
    log.error(`PostgreSQL ended by itself, starting it again; its log is ${home.log}`);
    starting = true;
    await start().catch((error: unknown) => log.error({ err: error }, 'PostgreSQL does not come back'));
    starting = false;
  }

  await start();
  const watching = setInterval(() => void watch(), watchMs);
  watching.unref();
  return {
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(watching);
      const pid = postmasterPid(home);
      if (pid === undefined) return;
      signal(pid, 'SIGINT'); // "fast": open transactions are rolled back
      if (!(await gone(pid, home, stopMs))) {
        log.warn('PostgreSQL did not stop in time; stopping it at once');
        signal(pid, 'SIGQUIT');
        await gone(pid, home, stopMs);
      }
      rmSync(home.socket, { recursive: true, force: true });
    },
  };
}

/** Waits until a postmaster that does not answer has started or ended. @returns whether it answers */
async function settled(home: PostgresHome, address: ListenAddress): Promise<boolean> {
  const pid = postmasterPid(home);
  if (pid === undefined) return false;
  if (isPostgres(pid, home)) {
    const deadline = Date.now() + startMs;
    while (Date.now() < deadline && pidRuns(pid)) if (await answers(address, 200)) return true;
    if (pidRuns(pid)) throw new Error(`PostgreSQL (process ${pid}) runs but does not answer. Its log is ${home.log}`);
  }
  return false;
}

/**
 * Removes stale lock files. PostgreSQL refuses to start while any process has the id in its lock file, even another
 * program or a zombie, and also when the file has no id, which a kill during its start leaves.
 */
function removeLocksOfDead(home: PostgresHome): void {
  for (const path of [join(home.data, 'postmaster.pid'), join(home.socket, '.s.PGSQL.5432.lock')]) {
    const pid = pidIn(path);
    if (pid === undefined || !isPostgres(pid, home)) rmSync(path, { force: true });
  }
}

const run = promisify(execFile);

/** Creates the cluster in a temporary folder and renames it when complete, so that a kill leaves no partial cluster. */
async function initialise(home: PostgresHome, meanwhile: () => void): Promise<void> {
  if (process.platform === 'win32') throw new Error('On Windows set DATABASE_URL to a PostgreSQL of your own.');
  const fresh = `${home.data}.${process.pid}`;
  for (const name of readdirSync(dirname(home.data))) {
    if (/^postgres\.\d+$/.test(name)) rmSync(join(dirname(home.data), name), { recursive: true, force: true });
  }
  mkdirSync(fresh, { mode: 0o700 });
  if (home.runAs !== undefined) chownSync(fresh, home.runAs.uid, home.runAs.gid);
  const args = ['-D', fresh, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-locale'];
  try {
    const made = run(home.initdb, args, { cwd: '/', ...home.runAs });
    meanwhile();
    await made;
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Node puts what initdb has written into the message.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PostgreSQL could not make its files in ${home.data}:\n${reason}`, { cause: error });
  }
  renameSync(fresh, home.data);
}

function launch(home: PostgresHome, address: ListenAddress, settings: Record<string, string>): ChildProcess {
  const more = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const out = openSync(home.log, 'a', 0o600);
  fchmodSync(out, 0o600);
  const child = spawn(home.postgres, ['-D', home.data, ...address.args, ...more], {
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

/** Whether it accepts connections within `withinMs`. */
export async function answers(address: ListenAddress, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const probe = new Client({
      host: address.host,
      port: address.port,
      user,
      database: 'postgres',
      connectionTimeoutMillis: 2000,
    });
    // It may be stopped right after it has answered. Without a listener, the error would end this process.
    probe.on('error', () => undefined);
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

/** Whether our PostgreSQL runs, or cannot be seen: without file descriptors nothing could be started either. */
export function mayRun(home: PostgresHome): boolean {
  try {
    const pid = postmasterPid(home);
    return pid !== undefined && isPostgres(pid, home);
  } catch {
    return true;
  }
}

function postmasterPid(home: PostgresHome): number | undefined {
  return pidIn(join(home.data, 'postmaster.pid'));
}

/** Returns the process id on a lock file's first line; undefined without one. */
function pidIn(path: string): number | undefined {
  const pid = Number(linesOf(path)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** Reads a file that PostgreSQL may remove at any moment. @returns no lines when there is no such file */
function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Whether this process runs and is a PostgreSQL of our folder; assumed where the system does not report it. */
function isPostgres(pid: number, home: PostgresHome): boolean {
  if (!pidRuns(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(home.data);
  } catch {
    return !existsSync('/proc/self/cwd') || !existsSync(`/proc/${pid}`) ? pidRuns(pid) : false;
  }
}

/** Waits until it has ended: it removes its pid file last, but may stay a zombie for a while. */
async function gone(pid: number, home: PostgresHome, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (pidRuns(pid) && postmasterPid(home) === pid) {
    if (Date.now() > deadline) return false;
    await wait(30);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

function tailOf(path: string): string {
  return linesOf(path).slice(-20).join('\n');
}
