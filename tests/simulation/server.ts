import type {
  Cursor,
  PullBody,
  PullReply,
  PushBody,
  PushReply,
  PushResult,
  SnapshotLine,
} from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import type { Asker } from '../../server/spine/log/pages.ts';
import type { Page } from '../../server/spine/log/pull.ts';
import type { Delta } from './model/answers.ts';
import type { Logged } from './model/database.ts';
import type { StoredRows } from './model/rows.ts';
import type { Random } from './random.ts';

/** A completely uploaded file. */
export interface Brought {
  sha256: string;
  name: string;
  mime: string;
  size: number;
}

/** A request at the server, which replies at most once. */
export interface Arrived<T> {
  name: string;
  random: Random;
  answer: (value: T) => void;
  fail: (error: Error) => void;
  /** Called when the data has been read and will be sent, whatever happens to the server. */
  told: (place: Cursor) => void;
  /** Ends the server here, for this long. */
  crash: (downMs: number) => void;
}

/** A server's committed state, for the checks; devices never use it. */
export interface Seen {
  readonly epoch: string;
  readonly rows: Pick<StoredRows, 'rooms' | 'messages' | 'orders'>;
  /** Events by (xid, seq). */
  readonly log: readonly Logged[];
  /** Each room and order after each of its events. */
  readonly became: ReadonlyMap<string, ReadonlyMap<number, unknown>>;
  /** How often each command has had an effect. */
  readonly effects: ReadonlyMap<string, number>;
  /** Ids that were used for two different commands. */
  readonly conflicts: ReadonlySet<string>;
  /** Returns the server's receipt of a command, if it exists. */
  answerTo(cmdId: string): PushResult | undefined;
  /** Whether this user can see a stream's events. */
  sees(me: Me, stream: string): boolean;
}

export interface Backup {
  /** Whether it includes the receipt of this command. */
  has(cmdId: string): boolean;
  /** Restores it: everything later is gone, and the epoch changes. */
  restore(): void;
}

/** The server of the devices: a model whose transactions interleave at every step, or the real bus on PostgreSQL. */
export interface Server {
  readonly seen: Seen;
  /** Order fields that accept any text. */
  readonly fields: readonly string[];
  /** Violations the server itself has found, as text. */
  readonly faults: readonly string[];
  /** Called for every commit, so that hints can be sent. */
  committed: (name: string, place: Cursor, streams: readonly string[]) => void;
  /** Called for every piece of an answer that is being written. */
  wrote: (name: string, delta: Delta) => void;
  /** Asks for the end of an answer that is being written. */
  stopAnswer(answerId: string): void;
  push(me: Me, body: PushBody, request: Arrived<PushReply>): void;
  pull(me: Me, body: PullBody, request: Arrived<PullReply>): void;
  snapshot(me: Me, streams: readonly string[] | undefined, request: Arrived<SnapshotLine[]>): void;
  /** Reads the next page of each asker who stands at the end of the log, in one statement. */
  pagesFor(name: string, askers: readonly Asker[]): Promise<(Page | undefined)[]>;
  /** Ends the process with all its open transactions. */
  drop(): void;
  /** Keeps a transaction with an assigned id open for this long. */
  holdOpen(name: string, openMs: number): void;
  /** Adds a user to another user's room without a command; where possible, the transaction stays open for this long. */
  join(name: string, roomId: string, userId: string, openMs: number): void;
  /** Stores uploaded bytes, so that their owner's messages may refer to them. */
  keepFile(me: Me, file: Brought): void;
  backup(then: (backup: Backup) => void): void;
}

/** Whether a pull of this user from this position would return nothing. */
export function hasAll(seen: Seen, me: Me, { epoch, xid, seq }: Cursor): boolean {
  if (epoch !== seen.epoch) return false;
  return !seen.log.some(
    (event) =>
      (event.xid > Number(xid) || (event.xid === Number(xid) && event.seq > seq)) && seen.sees(me, event.stream),
  );
}
