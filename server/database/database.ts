import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type QueryResult, type RawBuilder } from 'kysely';
import { Client, Pool, type PoolClient, types } from 'pg';
import type { Log } from '../ground/log.ts';
import { migrate } from './migrate.ts';
import { isOutage, NoConnection, troubleOf } from './outage.ts';
import { startPostgres } from '../postgres/postgres.ts';
import type { Db, Tx } from './db.ts';
import { MINUTE, SECOND } from '#domain/ground/units.ts';
import { lockWaitMs } from '../ground/config.ts';
import { heldUpMs } from './in-turn.ts';

/** Longest wait for a connection during lock contention, which ends `heldUpMs` after the last lock time-out. */
const heldUpWaitMs = 0.4 * SECOND;
const statementMs = 20 * SECOND;
/** Time for which storage is considered full after a write failed for lack of space. */
const storageFullMs = 1 * MINUTE;

export interface OpenDatabase {
  /** Database for requests, which are refused after a short wait. */
  db: Db;
  /** Database for jobs, which may wait and run for long. */
  unhurried: Db;
  url: string;
  /** Runs a step of the start, again as long as an embedded PostgreSQL is changing hands between two processes. */
  whenThere: <T>(step: () => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

/** `int8` as a number: sequences and counters stay far below 2^53. */
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Opens the configured database, or starts an embedded PostgreSQL when none is configured, and migrates it.
 * @param meanwhile is called when the embedded PostgreSQL has begun to start, for work that would block this process
 * @returns the open database; `close` also stops a PostgreSQL that this process supervises
 */
export async function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string; allowed?: { lockWaitMs: number } },
  log: Log,
  meanwhile?: () => void,
): Promise<OpenDatabase> {
  const given = config.databaseUrl;
  const place =
    given === undefined
      ? await startPostgres({ dataDir: config.dataDir, log, ...(meanwhile === undefined ? {} : { meanwhile }) })
      : { url: given, stop: undefined };
  const { url } = place;
  const db = connect(url, log, 10, {
    lock_timeout: config.allowed?.lockWaitMs ?? lockWaitMs,
    statement_timeout: statementMs,
  });
  const unhurried = connect(url, log, 2);
  const close = async () => {
    await db.destroy();
    await unhurried.destroy();
    await place.stop?.();
  };
  const whenThere: OpenDatabase['whenThere'] = given === undefined ? untilThere : (step) => step();
  try {
    const newer = await whenThere(() => migrate(unhurried));
    if (newer.length > 0) warnOfNewer(log, db, newer);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, unhurried, url, whenThere, close };
}

/** Databases that a newer build has migrated before this process started. */
const newerThanBuild = new WeakSet<Db>();

/** Whether a newer build had migrated the database before this process started. */
export function isNewerThanBuild(db: Db): boolean {
  return newerThanBuild.has(db);
}

/**
 * Warns, and does not refuse: while processes are upgraded one after the other, one of the older build may end and must
 * start again.
 */
function warnOfNewer(log: Log, db: Db, newer: readonly string[]): void {
  newerThanBuild.add(db);
  log.warn(
    { migrations: newer },
    'this build is older than its database, which a newer build has migrated. During an upgrade this is expected: ' +
      'finish it by starting the newer build everywhere. Otherwise start that build, or restore the backup that was ' +
      'made before the upgrade: what this build writes may lack what the newer one needs',
  );
}

/** Time that a start waits for a database that is away. */
const databaseWaitMs = 30_000;

/** Tries a step again while the database is away: one that changes hands is back within seconds. */
async function untilThere<T>(step: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + databaseWaitMs;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw error;
      await wait(200);
    }
  }
}

/**
 * A connection that prepares each of our statements once: their texts are few and long, and planning one costs more
 * than running it. Only texts with parameters are prepared. The `begin` of a transaction is sent with its first
 * statement: it fails only if the connection does, and then the statement fails too.
 */
class PreparingClient extends Client {
  override query(...args: unknown[]) {
    const [text, values, ...rest] = args;
    if (text === 'begin') {
      void Promise.resolve(Reflect.apply(plainQuery, this, [text])).catch(() => undefined);
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
    }
    const prepared =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: statementName(text), text, values }, ...rest]
        : args;
    return Reflect.apply(plainQuery, this, prepared);
  }
}

const plainQuery = Reflect.get(Client.prototype, 'query');

/**
 * Sends statements without waiting for the replies before, so that all take one round trip. They still run in order,
 * each with its own snapshot. When one fails, so do those behind it.
 * @returns their results, in the same order
 * @throws the error of the first that failed
 */
export async function inOneTrip<Results extends readonly unknown[]>(
  tx: Tx,
  statements: { readonly [I in keyof Results]: RawBuilder<Results[I]> },
): Promise<{ [I in keyof Results]: QueryResult<Results[I]> }> {
  // Compiled before the first is sent: an error here would leave replies that no code awaits.
  const queries = statements.map((statement) => statement.compile(tx));
  const results = await tx
    .getExecutor()
    .provideConnection((connection) => Promise.all(queries.map((query) => connection.executeQuery(query))));
  return results as { [I in keyof Results]: QueryResult<Results[I]> };
}

const names = new Map<string, string>();

function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  if (names.size < 2000) names.set(text, name);
  return name;
}

/**
 * Creates a pool of connections without migrating. More than a few connections do not write faster on one disk, and a
 * burst opens as many as are allowed: with 20 instead of 10 its p99 doubles (docs/speed.md). Code that holds a
 * connection never asks for a second.
 */
export function connect(url: string, log: Log, max = 10, waits: TimeLimits = {}): Db {
  const pool = new Pool({
    Client: PreparingClient,
    pipeline: true,
    connectionString: url,
    max,
    // Every open write transaction delays the feed for all users, so a forgotten one must end.
    idle_in_transaction_session_timeout: 5000,
    connectionTimeoutMillis: 10_000,
    ...waits,
  });
  outliveConnections(pool, log);
  const queue = new ConnectionQueue(pool);
  const db: Db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: queue }),
    log(event) {
      if (event.level !== 'error') return;
      const trouble = troubleOf(event.error);
      if (trouble === 'locked') queue.isHeldUp();
      if (trouble === 'full') noteFull(db);
    },
  });
  pools.set(db, pool);
  return db;
}

/** Without these listeners, the end of a connection would end the process, also while the pool is being closed. */
export function outliveConnections(pool: Pool, log: Log): void {
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection ended'));
  // A connection may break between two statements of its user: the next statement fails, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/**
 * Times, in ms, that PostgreSQL lets a statement wait and run; 0 or absent means no limit. By default, an idle
 * transaction is ended after five seconds.
 */
interface TimeLimits {
  lock_timeout?: number;
  statement_timeout?: number;
  idle_in_transaction_session_timeout?: number;
}

/**
 * Queue for connections. In a burst, callers wait for their turn. If callers with a connection have just waited for a
 * lock in vain, waiting callers are refused soon; otherwise each would wait as long as all before it together.
 */
class ConnectionQueue {
  readonly options: Pool['options'];
  readonly #pool: Pool;
  #heldUpAt = -Infinity;

  constructor(pool: Pool) {
    this.#pool = pool;
    this.options = pool.options;
  }

  isHeldUp(): void {
    this.#heldUpAt = performance.now();
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** @throws NoConnection where the wait is cut short */
  async connect(): Promise<PoolClient> {
    const { idleCount, totalCount } = this.#pool;
    const asked = this.#pool.connect();
    if (idleCount > 0 || totalCount < this.options.max) return await asked;
    const since = performance.now();
    const late = Promise.withResolvers<never>();
    const timer = setInterval(() => {
      const now = performance.now();
      const isHeldUp = now - this.#heldUpAt < heldUpMs;
      if (isHeldUp && now - since >= heldUpWaitMs) late.reject(new NoConnection());
    }, heldUpWaitMs / 2);
    try {
      return await Promise.race([asked, late.promise]);
    } catch (error) {
      // The connection still arrives, and goes back to the pool.
      if (error instanceof NoConnection) asked.then((client) => client.release()).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(timer);
    }
  }
}

const fullAt = new WeakMap<Db, number>();

/** Notes that a write failed because storage is full, in the database or in the file store. */
export function noteFull(db: Db): void {
  fullAt.set(db, performance.now());
}

/** Whether a write failed within the last minute because storage was full. */
export function isFull(db: Db): boolean {
  return performance.now() - (fullAt.get(db) ?? -Infinity) < storageFullMs;
}

const pools = new WeakMap<Db, Pool>();

/** Returns the pool of a database, to count its connections. */
export function poolOf(db: Db): Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined {
  return pools.get(db);
}
