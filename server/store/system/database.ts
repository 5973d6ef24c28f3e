import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type QueryResult, type RawBuilder, type Transaction } from 'kysely';
import { Client, Pool, type PoolClient, types } from 'pg';
import { serverLimits } from '#domain/server-limits.ts';
import type { Log } from '../../log.ts';
import { migrate } from './migrate.ts';
import { isOutage, NoConnection, troubleOf } from './outage.ts';
import { startPostgres } from '../../postgres/postgres.ts';

/** The database, always PostgreSQL; SQL is written by hand through kysely's `sql` template. */
export type Db = Kysely<unknown>;
export type Tx = Transaction<unknown>;

export interface OpenDatabase {
  /** For people, who are told to come back instead of waiting. */
  db: Db;
  /** The same for jobs: nobody waits for them, and what they do may take long. */
  unhurried: Db;
  url: string;
  close(): Promise<void>;
}

/** `int8` as a number: sequences and counters stay far below 2^53. */
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Opens the configured database, or starts our own PostgreSQL when none is configured, and migrates it.
 * @returns the open database; `close` also stops a PostgreSQL that this process supervises
 */
export async function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string; allowed?: { lockWaitMs: number } },
  log: Log,
): Promise<OpenDatabase> {
  const given = config.databaseUrl;
  const place =
    given === undefined ? await startPostgres({ dataDir: config.dataDir, log }) : { url: given, stop: undefined };
  const { url } = place;
  const db = connect(url, log, 10, {
    lock_timeout: config.allowed?.lockWaitMs ?? serverLimits.lockWaitMs,
    statement_timeout: serverLimits.statementMs,
  });
  const unhurried = connect(url, log, 2);
  const close = async () => {
    await db.destroy();
    await unhurried.destroy();
    await place.stop?.();
  };
  try {
    await migrateWhenThere(unhurried, given === undefined);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, unhurried, url, close };
}

const comesBackMs = 30_000;

/** Migrates; a PostgreSQL of our own may just be changing hands between two processes, and is back in a moment. */
async function migrateWhenThere(db: Db, embedded: boolean): Promise<void> {
  const deadline = Date.now() + comesBackMs;
  for (;;) {
    try {
      return await migrate(db);
    } catch (error) {
      if (!embedded || !isOutage(error) || Date.now() > deadline) throw error;
      await wait(200);
    }
  }
}

/**
 * A connection that plans each of our statements once: their texts are few and long, and planning one costs more than
 * running it. Only texts with parameters are prepared. The beginning of a transaction travels with its first statement:
 * it fails only with the connection, and then the statement fails too.
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
        ? [{ name: nameOf(text), text, values }, ...rest]
        : args;
    return Reflect.apply(plainQuery, this, prepared);
  }
}

const plainQuery = Reflect.get(Client.prototype, 'query');

/**
 * Sends two statements without waiting for the first one's answer: one way to the database and back less. They are still
 * run one after the other, each with a snapshot of its own; when the first fails, so does the second.
 */
export async function inOneTrip<A, B>(
  tx: Tx,
  first: RawBuilder<A>,
  second: RawBuilder<B>,
): Promise<[QueryResult<A>, QueryResult<B>]> {
  return await tx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.all([connection.executeQuery<A>(first.compile(tx)), connection.executeQuery<B>(second.compile(tx))]),
    );
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  if (names.size < 2000) names.set(text, name);
  return name;
}

/**
 * A pool of connections to this database, without migrating it. More than a few do not write faster on one disk, and a
 * sudden wave opens as many as are allowed at once: with 20 instead of 10 its p99 doubles (decision 0027). Nothing that
 * holds one asks for a second.
 */
export function connect(url: string, log: Log, max = 10, waits: Waits = {}): Db {
  const pool = new Pool({
    Client: PreparingClient,
    pipeline: true,
    connectionString: url,
    max,
    // Any open write transaction holds back everybody's feed, so a forgotten one may not stay.
    idle_in_transaction_session_timeout: 5000,
    connectionTimeoutMillis: 10_000,
    ...waits,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection ended'));
  // One that breaks in somebody's hands, between two statements: the next one fails, which is enough. Unheard, it would
  // end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const queue = new Queue(pool);
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

/**
 * How long PostgreSQL lets a statement wait and work, in milliseconds: without a limit where nothing is said, as with 0.
 * An open transaction that is silent is ended after five seconds where nothing is said.
 */
interface Waits {
  lock_timeout?: number;
  statement_timeout?: number;
  idle_in_transaction_session_timeout?: number;
}

/**
 * Those who wait for a connection. In a sudden wave they wait for their turn; where those who have one have just waited in
 * vain for a lock, they are sent back soon, or each would wait as long as all in front of it together.
 */
class Queue {
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
      const isHeldUp = now - this.#heldUpAt < serverLimits.heldUpMs;
      if (isHeldUp && now - since >= serverLimits.heldUpWaitMs) late.reject(new NoConnection());
    }, serverLimits.heldUpWaitMs / 2);
    try {
      return await Promise.race([asked, late.promise]);
    } catch (error) {
      // It comes all the same, and goes to the next one.
      if (error instanceof NoConnection) asked.then((client) => client.release()).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(timer);
    }
  }
}

const fullAt = new WeakMap<Db, number>();

/** Something could not be stored because there was no room: in the database, or beside it. */
export function noteFull(db: Db): void {
  fullAt.set(db, performance.now());
}

/** Whether something could not be stored for want of room within the last minute. */
export function isFull(db: Db): boolean {
  return performance.now() - (fullAt.get(db) ?? -Infinity) < serverLimits.storageFullMs;
}

const pools = new WeakMap<Db, Pool>();

/** The connections under a database, to be counted. */
export function poolOf(db: Db): Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined {
  return pools.get(db);
}
