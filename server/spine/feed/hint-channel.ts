import { randomUUID, createHash } from 'node:crypto';
import { laterPosition } from '#domain/spine/wire/sync.ts';
import { type Hint, nowhere } from '../../ground/hint.ts';
import type { Log } from '../../ground/log.ts';
import { hintTexts, readHint } from './hint-text.ts';
import type { Channel } from './channel.ts';
import { openPostgresChannel } from './postgres-channel.ts';
import { Client } from 'pg';
import { MINUTE, SECOND } from '#domain/ground/units.ts';

/** A process that knows of no other this long after its channel has opened sends no hints until it does. */
export const aloneAfterMs = 1 * MINUTE;
/** A process without Redis reports it at this interval; a report counts until it is `redisAbsenceStaleMs` old. */
const redisAbsenceReportMs = 1 * SECOND;
const redisAbsenceStaleMs = 5 * SECOND;
/** Hints queued while no channel is open; the oldest are dropped. Later all processes pull. */
const queuedHints = 1000;

/**
 * The channel for hints between processes.
 *
 *   no Redis configured ────────────────────► PostgreSQL
 *   all processes have Redis ───────────────► Redis
 *   a sibling reports that it has none ─────► both, until it has one again
 *   this process has none ──────────────────► PostgreSQL, and it reports that every second
 *
 * All processes always listen on PostgreSQL. A hint that arrives on both channels is handled once. A process that has
 * received nothing from another one for a minute after its start sends nothing: each hint would be a transaction without a reader.
 */
export interface HintChannel {
  send(hint: Hint): void;
  /** Whether each configured channel is open. */
  channelsOpen(): { postgres: boolean; redis: boolean | undefined };
  /** Sends what is queued, then closes. */
  close(): Promise<void>;
}

export interface ChannelAddresses {
  url: string;
  redisUrl?: string | undefined;
  log: Log;
}

/** Opens the channel. @param heard called with hints of other processes, not with those of this one */
export async function openHintChannel(
  { url, redisUrl, log }: ChannelAddresses,
  heard: (hint: Hint) => void,
): Promise<HintChannel> {
  const self = randomUUID();
  const seen = new SeenTexts();
  const absentees = new SiblingsWithoutRedis();
  const company = new Company();
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  let last = nowhere;
  let wasOpen = false;
  let postgres: Channel | undefined;
  let redis: Channel | undefined;

  function take(text: string): void {
    const { from, to, hint, withoutRedis, key } = readHint(text);
    if (from === self) return;
    if (company.meets(from)) {
      // It may have come while this channel was closed, and not know of this process.
      sayPresence(redis?.isOpen() === false);
      // It receives every hint from now on. Its clients pull what was not sent.
      if (company.hasWithheld) enqueue(...hintTexts(self, { ...nothing(), missed: true }, { to: from }));
    }
    if ((to !== undefined && to !== self) || !seen.isNew(key)) return;
    if (withoutRedis !== undefined && absentees.note(from, withoutRedis)) {
      // The sibling receives every hint from now on. Its clients pull what it may have missed.
      enqueue(...hintTexts(self, { ...nothing(), missed: true }, { to: from }));
    }
    if (hint === undefined) return;
    if (hint.streams.length > 0) last = laterPosition(last, hint.pos);
    heard(hint);
  }

  const nothing = (): Hint => ({ pos: last, streams: [], events: [] });

  postgres = await openPostgresChannel(url, {
    heard: take,
    broke: (error) => log.warn({ err: error }, 'the line to sibling processes broke'),
    opened() {
      // Hints may have been lost in both directions while it was closed.
      if (wasOpen) {
        heard({ ...nothing(), missed: true });
        enqueue(...hintTexts(self, { ...nothing(), missed: true }));
      }
      wasOpen = true;
      company.lookOut();
      sayPresence(redis?.isOpen() === false);
      drain();
    },
  });
  // At the first opening there was nothing to say it with.
  sayPresence(false);
  const presence =
    redisUrl === undefined
      ? undefined
      : setInterval(() => redis?.isOpen() === false && sayPresence(true), redisAbsenceReportMs);
  presence?.unref();
  if (redisUrl !== undefined) {
    // Most installations have no Redis, and start faster without its client.
    const { openRedisChannel } = await import('./redis-hint-channel.ts');
    redis = await openRedisChannel(redisUrl, await channelOf(url), {
      heard: take,
      broke(error) {
        log.warn(
          { err: error, line: 'redis' },
          'Redis cannot be reached; hints to sibling processes go through PostgreSQL',
        );
        sayPresence(true);
        drain();
      },
      opened() {
        sayPresence(false);
        drain();
      },
    });
  }

  /**
   * Reports that this process is there, and whether it has Redis. Always over PostgreSQL, because siblings may lack Redis too; repeated every
   * second.
   */
  function sayPresence(withoutRedis: boolean): void {
    void postgres?.send(hintTexts(self, undefined, { withoutRedis })).catch(() => undefined);
  }

  function enqueue(...texts: string[]): void {
    waiting = [...waiting, ...texts].slice(-queuedHints);
    drain();
  }

  function drain(): void {
    if (waiting.length > 0 && (redis?.isOpen() === true || postgres?.isOpen() === true)) sending ??= sendWaiting();
  }

  /**
   * Sends queued hints. It ends in the same turn in which the queue is empty, so that the next hint starts it again.
   */
  async function sendWaiting(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const texts = waiting;
        waiting = [];
        await sendOn(texts);
      }
    } catch (error) {
      log.warn({ err: error }, 'a hint did not reach sibling processes');
    } finally {
      sending = undefined;
    }
  }

  async function sendOn(texts: string[]): Promise<void> {
    if (company.isAlone()) return;
    let isSent = false;
    if (redis?.isOpen() === true) {
      // What Redis may have lost is sent over PostgreSQL.
      isSent = await redis.send(texts).then(
        () => true,
        () => false,
      );
    }
    if (!isSent || absentees.some()) await postgres?.send(texts);
  }

  return {
    send(hint) {
      if (hint.streams.length > 0) last = laterPosition(last, hint.pos);
      enqueue(...hintTexts(self, hint));
    },
    channelsOpen: () => ({ postgres: postgres.isOpen(), redis: redis?.isOpen() }),
    async close() {
      clearInterval(presence);
      await sending;
      await redis?.close();
      await postgres.close();
    },
  };
}

/** The other processes that are known. Each process announces itself when its channel opens. */
class Company {
  readonly #others = new Set<string>();
  #since = performance.now();
  #hasWithheld = false;

  /** Whether a hint was not sent, because no other process was known. */
  get hasWithheld(): boolean {
    return this.#hasWithheld;
  }

  /** Call when the channel opens: announcements of before may be lost. */
  lookOut(): void {
    this.#since = performance.now();
  }

  /** Notes another process. @returns whether it was unknown */
  meets(other: string): boolean {
    if (other === database || this.#others.has(other)) return false;
    this.#others.add(other);
    return true;
  }

  /** Whether no other process is known. Call it for each hint: it notes that the hint is not sent. */
  isAlone(): boolean {
    const isAlone = this.#others.size === 0 && performance.now() - this.#since > aloneAfterMs;
    if (isAlone) this.#hasWithheld = true;
    return isAlone;
  }
}

/** The sender of what the database itself announces. */
const database = 'database';

/**
 * Returns a channel name that is the same for all processes on a database, however they write its URL, and unique to
 * it.
 */
async function channelOf(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select system_identifier || '/' || oid as name from pg_control_system(), pg_database where datname = current_database()`,
    );
    const hash = createHash('sha256').update(rows[0]?.name ?? '');
    return `vfp:hint:${hash.digest('hex').slice(0, 24)}`;
  } finally {
    await client.end();
  }
}

/** Most keys kept; the oldest are dropped. */
const kept = 5000;

/** Keys of recent texts, to drop duplicates from two channels. */
class SeenTexts {
  readonly #names = new Set<string>();

  /** Whether this key is new; records it. */
  isNew(name: string): boolean {
    if (this.#names.has(name)) return false;
    this.#names.add(name);
    const oldest = this.#names.keys().next();
    if (this.#names.size > kept && !oldest.done) this.#names.delete(oldest.value);
    return true;
  }
}

/** Sibling processes that have lately reported to be without Redis. */
class SiblingsWithoutRedis {
  readonly #saidAt = new Map<string, number>();

  /** Records a report. @returns whether this sibling newly is without Redis */
  note(sibling: string, isWithout: boolean): boolean {
    this.#forgetSilent();
    const isNew = isWithout && !this.#saidAt.has(sibling);
    if (isWithout) this.#saidAt.set(sibling, performance.now());
    else this.#saidAt.delete(sibling);
    return isNew;
  }

  some(): boolean {
    this.#forgetSilent();
    return this.#saidAt.size > 0;
  }

  /** Drops siblings without recent reports: they may have ended. */
  #forgetSilent(): void {
    const oldest = performance.now() - redisAbsenceStaleMs;
    for (const [sibling, at] of this.#saidAt) if (at < oldest) this.#saidAt.delete(sibling);
  }
}
