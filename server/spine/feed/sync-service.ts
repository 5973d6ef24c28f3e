import { Refusal } from '#domain/ground/errors.ts';
import {
  type Cursor,
  type PullBody,
  type PushBody,
  briefOf,
  type BriefPushReply,
  laterPosition,
  protocolVersion,
} from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { Deliveries } from './deliveries.ts';
import type { Bus } from '../bus/push.ts';
import type { Log } from '../../ground/log.ts';
import type { Delivered, Hints } from '../../ground/hint.ts';
import { deliveryKeeper } from './kept-deliveries.ts';
import type { Asker } from '../log/pages.ts';
import { type Page, pull, pullAtEnd, pullText } from '../log/pull.ts';
import { refusalWithin, Turns } from '../../limits/turns.ts';
import type { Db } from '../../database/db.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Time over which pulls are spread when many clients have to pull at once. */
export const pullSpreadMs = 3 * SECOND;
/** Fewer than the database connections of a process, so that commands never wait for many readers. */
const pullsAtOnce = 6;
const mostPullsWaiting = 2_000;

/** Push and pull, shared by HTTP and the socket. */
export interface SyncService {
  push(user: User, body: PushBody): Promise<BriefPushReply>;
  /** @returns the JSON text of a `PullReply`, and whether it is a page of events */
  pull(user: User, body: PullBody): Promise<{ text: string; isPage: boolean }>;
  /** Returns the next page of each asker who stands at the end of the log; undefined where the device must pull. */
  pagesFor(askers: readonly Asker[]): Promise<(Page | undefined)[]>;
  /** A device of this user has stored everything up to this position. */
  reached(user: User, cursor: Cursor): void;
  /** Runs a snapshot read within the limit on concurrent pulls, in which users take turns. */
  inTurn<T>(user: User, work: () => Promise<T>): Promise<T>;
  pullsWaiting(): number;
  /** Calls back when messages have reached a device of the other side. */
  onDelivered(fn: (delivered: Delivered) => void): void;
}

const services = new WeakMap<Hints, SyncService>();

interface ServiceDeps {
  db: Db;
  bus: Bus;
  hints: Hints;
  log: Log;
  /** Stores up to where messages have reached devices. */
  saveDelivered: (db: Db, marks: readonly Delivered[]) => Promise<void>;
  /** Runs something after this many milliseconds, by default of the clock. */
  later?: (ms: number, run: () => Promise<void>) => void;
}

function laterByClock(ms: number, run: () => Promise<void>): void {
  setTimeout(() => void run(), ms).unref();
}

/**
 * Returns the one instance of this process: routes and sockets share it, so that each sees the deliveries of the other.
 */
export function syncService(deps: ServiceDeps): SyncService {
  const known = services.get(deps.hints);
  if (known !== undefined) return known;
  const service = createService(deps);
  services.set(deps.hints, service);
  return service;
}

function createService({ db, bus, hints, log, saveDelivered, later = laterByClock }: ServiceDeps): SyncService {
  const deliveries = new Deliveries();
  const keep = deliveryKeeper({ db, log, saveDelivered, later });
  const turns = new Turns(pullsAtOnce, mostPullsWaiting, () => refusalWithin(pullSpreadMs));
  const listeners = new Set<(delivered: Delivered) => void>();
  hints.subscribe((hint) => deliveries.note(hint));

  function reached(user: User, cursor: Cursor): void {
    const delivered = deliveries.pulled(user, cursor);
    if (delivered.length === 0) return;
    for (const mark of delivered) for (const listener of listeners) listener(mark);
    keep(delivered);
  }

  return {
    async push(user, body) {
      if (body.protocol !== protocolVersion) throw new Refusal('CLIENT_TOO_OLD');
      if (body.actor !== user.id) throw new Refusal('ACTOR_MISMATCH');
      const results = await bus.executeCommands(user.id, body.commands, body.clientId);
      const positions = results.flatMap((result) => ('pos' in result ? [result.pos] : []));
      const last = positions.reduce<Cursor | undefined>(laterPosition, undefined);
      const reply = { results, cursorHint: last ?? null };
      return body.brief === true ? briefOf(reply) : reply;
    },
    async pull(user, body) {
      const pulled = await turns.run(() => pull(db, user, body.cursor, body.limit), user.id);
      if ('events' in pulled) reached(user, body.cursor);
      return { text: pullText(pulled), isPage: 'events' in pulled };
    },
    pagesFor: (askers) => pullAtEnd(db, askers),
    reached,
    inTurn: (user, work) => turns.run(work, user.id),
    pullsWaiting: () => turns.waiting,
    onDelivered(fn) {
      listeners.add(fn);
    },
  };
}
