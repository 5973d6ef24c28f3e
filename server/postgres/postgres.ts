import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../ground/log.ts';
import { postgresHome } from './postgres-home.ts';
import {
  type ListenAddress,
  type SupervisedPostgres,
  answers,
  listenAddress,
  startMs,
  supervise,
  user,
} from './postgres-process.ts';
import { type SupervisorLock, isBeingLeft, takeSupervisorLock } from './supervisor-lock.ts';

/**
 * A PostgreSQL of our own, for machines that have none. It runs in its own process group, so that Ctrl-C reaches us
 * first, and it survives a killed Node: the next start finds it by its socket. One process of a data folder supervises
 * it; the others use it, and one of them takes over when the supervisor ends.
 *
 *   lock is free ──────────────────────────► supervise it
 *   taken, and PostgreSQL answers ─────────► use it, wait for the lock
 *   taken by a process about to stop it ───► wait for the lock
 */
export interface RunningPostgres {
  url: string;
  /** Stops it if this process supervises it. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: Log;
  settings?: Record<string, string>;
  meanwhile?: () => void;
}

/** Interval at which a standby tries to take over. */
const takeOverMs = 1000;

/**
 * Ensures that the PostgreSQL of `dataDir` runs.
 * @param options.settings more settings of PostgreSQL by name, for example for tests
 * @param options.meanwhile is called when PostgreSQL has begun to start, for work that would block this process
 */
export async function startPostgres(options: Options): Promise<RunningPostgres> {
  const { dataDir, log } = options;
  const home = await postgresHome(dataDir, log);
  if (home.movedTo !== undefined) log.info(`PostgreSQL may not enter ${dataDir}; its files are in ${home.movedTo}`);
  const deadline = Date.now() + 2 * startMs;
  for (;;) {
    const lock = takeSupervisorLock(dataDir);
    if (lock !== undefined) return await lookAfter(options, lock);
    const url = isBeingLeft(dataDir) ? undefined : await urlIfRunning(await listenAddress(home));
    // It may have begun to stop meanwhile.
    if (url !== undefined && !isBeingLeft(dataDir)) return { url, stop: standBy(options) };
    if (Date.now() > deadline) {
      throw new Error(`Another process looks after the PostgreSQL of ${dataDir}, but it does not answer.`);
    }
    await wait(100);
  }
}

/** Supervises it from now on; it runs when this resolves. */
async function lookAfter(
  { dataDir, log, settings = {}, meanwhile = () => undefined }: Options,
  lock: SupervisorLock,
): Promise<RunningPostgres> {
  try {
    // The previous supervisor has removed the folder of its socket.
    const home = await postgresHome(dataDir, log);
    const address = await listenAddress(home);
    const supervised: SupervisedPostgres = await supervise(home, address, {
      log,
      settings,
      meanwhile,
      held: () => lock.held(),
    });
    return {
      url: await databaseUrl(address),
      async stop() {
        lock.leave();
        await supervised.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Waits to take over when the supervisor ends. @returns a function that stops the waiting, or PostgreSQL */
function standBy(options: Options): () => Promise<void> {
  const { dataDir, log } = options;
  let taking: Promise<RunningPostgres | undefined> | undefined;
  const watching = setInterval(() => {
    const lock = taking === undefined ? takeSupervisorLock(dataDir) : undefined;
    if (lock === undefined) return;
    log.info(`this process looks after the PostgreSQL of ${dataDir} now`);
    taking = lookAfter(options, lock).catch((error: unknown) => {
      log.error({ err: error }, 'PostgreSQL could not be taken over');
      taking = undefined;
      return undefined;
    });
  }, takeOverMs);
  watching.unref();
  return async () => {
    clearInterval(watching);
    await (await taking)?.stop();
  };
}

async function urlIfRunning(address: ListenAddress): Promise<string | undefined> {
  if (!(await answers(address, 0))) return undefined;
  // It may have ended meanwhile.
  return databaseUrl(address).catch(() => undefined);
}

async function databaseUrl(address: ListenAddress): Promise<string> {
  const admin = new Client({ host: address.host, port: address.port, user, database: 'postgres' });
  // It may be stopped between two statements. Without a listener, the error would end this process.
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(1)');
    const found = await admin.query('select 1 from pg_database where datname = $1', [user]);
    if (found.rowCount === 0) await admin.query(`create database ${user}`);
  } finally {
    await admin.end();
  }
  return `postgresql://${user}@/${user}?host=${encodeURIComponent(address.host)}&port=${address.port}`;
}
