import type {
  Cursor,
  PullBody,
  PullReply,
  PushBody,
  PushReply,
  PushResult,
  SnapshotLine,
} from '#domain/protocol/sync.ts';
import type { Me } from '#domain/users.ts';
import type { Logged } from './model-database.ts';
import type { StoredRows } from './model-rows.ts';
import type { Random } from './random.ts';
import type { Brought } from './upload-door.ts';

/** A request at the server: it answers once, and may come to nothing. */
export interface Arrived<T> {
  name: string;
  random: Random;
  answer: (value: T) => void;
  fail: (error: Error) => void;
  /** What has been read is on its way, whatever becomes of the server meanwhile. */
  told: (place: Cursor) => void;
  /** The server ends here, and stays away this long. */
  crash: (downMs: number) => void;
}

/** What a server has committed, to be looked at and compared: never asked by a device. */
export interface Seen {
  readonly epoch: string;
  readonly rows: Pick<StoredRows, 'rooms' | 'messages' | 'orders'>;
  /** Events by (xid, seq). */
  readonly log: readonly Logged[];
  /** What each room and order was after each of its events. */
  readonly became: ReadonlyMap<string, ReadonlyMap<number, unknown>>;
  /** How often each command has had an effect. */
  readonly effects: ReadonlyMap<string, number>;
  /** Ids that were used for two wishes. */
  readonly conflicts: ReadonlySet<string>;
  /** What the server answered to a command, if it has. */
  answerTo(cmdId: string): PushResult | undefined;
  /** Whether this person is told of a stream's events. */
  sees(me: Me, stream: string): boolean;
}

export interface Backup {
  /** Whether it holds the answer to this command. */
  has(cmdId: string): boolean;
  /** Goes back to it: what came after it is gone, and the epoch says so. */
  restore(): void;
}

/** What devices exchange with: a model whose transactions interleave at every step, or the real bus on PostgreSQL. */
export interface Server {
  readonly seen: Seen;
  /** Fields of an order that take any text. */
  readonly fields: readonly string[];
  /** What it has found wrong itself, in words. */
  readonly faults: readonly string[];
  /** Told of every commit, so that hints can go out. */
  committed: (name: string, place: Cursor, streams: readonly string[]) => void;
  push(me: Me, body: PushBody, request: Arrived<PushReply>): void;
  pull(me: Me, body: PullBody, request: Arrived<PullReply>): void;
  snapshot(me: Me, streams: readonly string[] | undefined, request: Arrived<SnapshotLine[]>): void;
  /** The process is gone, and with it whatever it had open. */
  drop(): void;
  /** A transaction that has taken its id stays open this long. */
  holdOpen(name: string, openMs: number): void;
  /** Somebody is taken into a room of another, by nobody's command; the transaction stays open this long where it can. */
  join(name: string, roomId: string, userId: string, openMs: number): void;
  /** These bytes have arrived: their owner's messages may name them. */
  keepFile(me: Me, file: Brought): void;
  backup(then: (backup: Backup) => void): void;
}

/** Whether a pull of this person from here would bring nothing. */
export function hasAll(seen: Seen, me: Me, { epoch, xid, seq }: Cursor): boolean {
  if (epoch !== seen.epoch) return false;
  return !seen.log.some(
    (event) =>
      (event.xid > Number(xid) || (event.xid === Number(xid) && event.seq > seq)) && seen.sees(me, event.stream),
  );
}
