import { randomUUID, createHash } from 'node:crypto';
import { laterPosition } from '#domain/spine/wire/sync.ts';
import { type Hint, nowhere } from '../../ground/hint.ts';
import type { Log } from '../../ground/log.ts';
import { hintTexts, readHint } from './hint-text.ts';
import type { Channel } from './channel.ts';
import { openPostgresChannel } from './postgres-channel.ts';
import { KnownSiblings, SiblingsWithoutRedis } from './siblings.ts';
import { Client } from 'pg';
import { SECOND } from '#domain/ground/units.ts';

/** A process without Redis reports it at this interval. */
const redisAbsenceReportMs = 1 * SECOND;
/** Maximum number of texts queued while no channel is open; the oldest are dropped. Later all processes pull. */
const queuedTexts = 1000;

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
  const channel = new HintChannel(log, heard);
  await channel.openPostgres(url);
  if (redisUrl !== undefined) await channel.openRedis(redisUrl, url);
  return channel;
}

/**
 * The channel for hints between processes.
 *
 *   no Redis configured ────────────────────► PostgreSQL
 *   all processes have Redis ───────────────► Redis
 *   a sibling reports that it has none ─────► both, until it has one again
 *   this process has none ──────────────────► PostgreSQL, and it reports that every second
 *
 * All processes always listen on PostgreSQL. A hint that arrives on both channels is handled once. A process that has
 * heard of no sibling for a minute sends no hints: each would be a transaction without a reader.
 */
class HintChannel {
  readonly #log: Log;
  readonly #heard: (hint: Hint) => void;
  /** Name of this process as the sender of texts. */
  readonly #self = randomUUID();
  readonly #seen = new SeenTexts();
  readonly #siblings = new KnownSiblings();
  readonly #withoutRedis = new SiblingsWithoutRedis();
  /** Undefined until it has opened for the first time. */
  #postgres: Channel | undefined;
  /** Undefined until it has opened for the first time, and without a configured Redis. */
  #redis: Channel | undefined;
  /** Whether PostgreSQL has been open before: then hints may have been lost since. */
  #wasOpen = false;
  /** Reports once a second while this process has no Redis. */
  #redisAbsenceReports: NodeJS.Timeout | undefined;
  /** Texts that are to be sent, oldest first. */
  #queue: string[] = [];
  /** Ends when the queue is empty; undefined while nothing is being sent. */
  #sending: Promise<void> | undefined;
  /** Whether texts were not sent, because no sibling was known. */
  #hasWithheld = false;
  /** Latest position of a hint that was sent or heard. */
  #last = nowhere;

  constructor(log: Log, heard: (hint: Hint) => void) {
    this.#log = log;
    this.#heard = heard;
  }

  /** Opens the channel on which all processes listen. */
  async openPostgres(url: string): Promise<void> {
    this.#postgres = await openPostgresChannel(url, {
      heard: (text) => this.#receive(text),
      broke: (error) => this.#log.warn({ err: error }, 'the line to sibling processes broke'),
      opened: () => this.#postgresOpened(),
    });
    // `#postgres` was not set yet when it opened for the first time, so nothing could be sent.
    this.#sendPresence(false);
  }

  /** Opens the channel that is used while all processes have Redis. */
  async openRedis(redisUrl: string, databaseUrl: string): Promise<void> {
    this.#redisAbsenceReports = setInterval(() => this.#lacksRedis() && this.#sendPresence(true), redisAbsenceReportMs);
    this.#redisAbsenceReports.unref();
    // Most installations have no Redis, and start faster without its client.
    const { openRedisChannel } = await import('./redis-hint-channel.ts');
    this.#redis = await openRedisChannel(redisUrl, await channelOf(databaseUrl), {
      heard: (text) => this.#receive(text),
      broke: (error) => this.#redisBroke(error),
      opened: () => this.#redisOpened(),
    });
  }

  /** Queues a hint for all siblings. */
  send(hint: Hint): void {
    if (hint.streams.length > 0) this.#last = laterPosition(this.#last, hint.pos);
    this.#enqueue(hintTexts(this.#self, hint));
  }

  /** Whether each channel is open; undefined for Redis that is not configured. */
  channelsOpen(): { postgres: boolean; redis: boolean | undefined } {
    return { postgres: this.#postgres?.isOpen() === true, redis: this.#redis?.isOpen() };
  }

  /** Sends what is queued, then closes. */
  async close(): Promise<void> {
    clearInterval(this.#redisAbsenceReports);
    await this.#sending;
    await this.#redis?.close();
    await this.#postgres?.close();
  }

  #postgresOpened(): void {
    if (this.#wasOpen) {
      // Hints may have been lost in both directions while it was closed.
      this.#heard(this.#missedHint());
      this.#enqueue(hintTexts(this.#self, this.#missedHint()));
    }
    this.#wasOpen = true;
    this.#siblings.listenAgain();
    this.#sendPresence(this.#lacksRedis());
    this.#sendQueued();
  }

  #redisBroke(error: unknown): void {
    this.#log.warn(
      { err: error, line: 'redis' },
      'Redis cannot be reached; hints to sibling processes go through PostgreSQL',
    );
    this.#sendPresence(true);
    this.#sendQueued();
  }

  #redisOpened(): void {
    this.#sendPresence(false);
    this.#sendQueued();
  }

  /** Takes a text from a channel: notes its sender, and passes its hint on. */
  #receive(text: string): void {
    const { from, to, hint, withoutRedis, key } = readHint(text);
    if (from === this.#self) return;
    if (this.#siblings.note(from)) {
      // It may have started while this channel was closed, and not know of this process.
      this.#sendPresence(this.#lacksRedis());
      // It gets all hints from now on, and pulls what was withheld before.
      if (this.#hasWithheld) this.#tellToPull(from);
    }
    if ((to !== undefined && to !== this.#self) || !this.#seen.isNew(key)) return;
    // It gets all hints over PostgreSQL from now on, and pulls what it may have missed.
    if (withoutRedis !== undefined && this.#withoutRedis.note(from, withoutRedis)) this.#tellToPull(from);
    if (hint === undefined) return;
    if (hint.streams.length > 0) this.#last = laterPosition(this.#last, hint.pos);
    this.#heard(hint);
  }

  #tellToPull(sibling: string): void {
    this.#enqueue(hintTexts(this.#self, this.#missedHint(), { to: sibling }));
  }

  /** Returns a hint that hints were missed, so that the receiver pulls. */
  #missedHint(): Hint {
    return { pos: this.#last, streams: [], events: [], missed: true };
  }

  #lacksRedis(): boolean {
    return this.#redis?.isOpen() === false;
  }

  /** Tells siblings that this process runs, and whether it has Redis. Always over PostgreSQL: they may lack Redis too. */
  #sendPresence(withoutRedis: boolean): void {
    void this.#postgres?.send(hintTexts(this.#self, undefined, { withoutRedis })).catch(() => undefined);
  }

  #enqueue(texts: readonly string[]): void {
    this.#queue = [...this.#queue, ...texts].slice(-queuedTexts);
    this.#sendQueued();
  }

  #sendQueued(): void {
    const isOpen = this.#redis?.isOpen() === true || this.#postgres?.isOpen() === true;
    if (this.#queue.length > 0 && isOpen) this.#sending ??= this.#sendUntilEmpty();
  }

  /** Sends queued texts. It ends in the same turn in which the queue is empty, so that the next text starts it again. */
  async #sendUntilEmpty(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        const texts = this.#queue;
        this.#queue = [];
        await this.#sendTexts(texts);
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'a hint did not reach sibling processes');
    } finally {
      this.#sending = undefined;
    }
  }

  async #sendTexts(texts: string[]): Promise<void> {
    if (this.#siblings.areAbsent()) {
      this.#hasWithheld = true;
      return;
    }
    let isSent = false;
    if (this.#redis?.isOpen() === true) {
      // Hints that Redis may have lost are sent over PostgreSQL.
      isSent = await this.#redis.send(texts).then(
        () => true,
        () => false,
      );
    }
    if (!isSent || this.#withoutRedis.some()) await this.#postgres?.send(texts);
  }
}

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

/** Maximum number of keys kept; the oldest are dropped. */
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
