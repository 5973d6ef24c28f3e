import type { Message } from '#domain/chat.ts';
import { messageIn, type Event } from '#domain/events.ts';
import { limits } from '#domain/limits.ts';
import { comparePositions, laterPosition, hasPassed, type Cursor, type PullReply } from '#domain/protocol/sync.ts';
import { applyPage, streamsWanted } from '../db/confirmed.ts';
import { factOf, keepFact } from '../db/meta.ts';
import { noteFault } from '../db/synclog.ts';
import type { UserDb } from '../db/schema.ts';
import { applyStreams, snapshotOf, startOver } from '../db/snapshot.ts';
import { isQuotaExceeded, withRoom } from '../db/make-room.ts';
import { Refused, SignedOut, Unreachable, isCaptive, isSilence } from '../net/errors.ts';
import { BackOff } from './back-off.ts';
import { Pace } from './pace.ts';
import { Bell, type Report, type World } from './world.ts';

/**
 * Brings what the server has committed, page after page, until there is nothing more.
 *
 *   no cursor, another history, too far behind: snapshot of everything, then pages
 *   a page told of a stream this device does not have: snapshot of that stream
 *
 * Only this moves the cursor. What it applies is the same whoever asks and how often, so any tab may run one.
 */
export interface PullParts {
  db: UserDb;
  me: string;
  world: World;
  report: (report: Report) => void;
  /** Told what has become confirmed, so that early pictures of it can go. */
  confirmed?: (messages: Message[]) => void;
  /** Told with every page what this person may do now, see `rights-key.ts`. */
  standing?: (now: string) => void;
  /** Told that accepted commands have to be sent again. */
  requeued?: () => void;
}

export type PullEnd = 'stopped' | 'signedOut' | 'outdated';

/** The first pause while the feed lags behind a place that was announced; it doubles. */
const lagPauseMs = 20;

type Asked = { from: Cursor; reply: Promise<PullReply> };

export class Pull {
  readonly #parts: PullParts;
  readonly #bell = new Bell();
  readonly #backOff: BackOff;
  readonly #pace = new Pace({
    first: limits.pullEventsAtFirst,
    least: limits.pullEventsAtLeast,
    most: limits.pullEvents,
  });
  /** Up to where something is known to exist. */
  #target: Cursor | undefined;
  #lagging = 0;
  /** Where the cursor was when it was read last. */
  #last: Cursor | undefined;

  constructor(parts: PullParts) {
    this.#parts = parts;
    this.#backOff = new BackOff(() => parts.world.random());
  }

  /**
   * There may be something new.
   * @param place where it ends, if that is known: the feed may lag behind it for a moment, and is asked again until it
   * has passed it
   */
  look(place?: Cursor): void {
    if (place !== undefined) this.#target = laterPosition(this.#target, place);
    this.#bell.ring();
  }

  /** The network has come back: no need to wait out a pause. */
  retryNow(): void {
    this.#backOff.reset();
    this.#bell.ring();
  }

  /** Pulls until the signal aborts or the server ends it. */
  async run(signal: AbortSignal): Promise<PullEnd> {
    while (!signal.aborted) {
      try {
        if (this.#parts.world.isOffline?.() !== true) {
          const reached = await this.#catchUp(signal);
          this.#backOff.reset();
          this.#note(reached);
        }
        await this.#bell.heard(this.#parts.world, signal, this.#pauseMs());
      } catch (error) {
        const end = await this.#failed(error, signal);
        if (end !== undefined) return end;
      }
    }
    return 'stopped';
  }

  /** How long to wait for a hint before looking all the same. */
  #pauseMs(): number {
    if (this.#target !== undefined) return lagPauseMs * 2 ** Math.min(this.#lagging, 6);
    return this.#parts.world.isHinted?.() === false ? limits.unhintedPullMs : limits.safetyPullMs;
  }

  /** Whether what was announced has arrived; a place of another history never will. */
  #note(reached: Cursor | undefined): void {
    const target = this.#target;
    if (target === undefined || reached === undefined) return;
    const hasArrived = target.epoch !== reached.epoch || hasPassed(reached, target);
    this.#lagging = hasArrived ? 0 : this.#lagging + 1;
    if (hasArrived) this.#target = undefined;
  }

  /** Pulls once until there is nothing more, and answers how far it got; throws what the calls throw. */
  async #catchUp(signal: AbortSignal): Promise<Cursor | undefined> {
    const { db, report, world } = this.#parts;
    report({ type: 'pull.started' });
    let asked: Asked | undefined;
    let behind = 0;
    let reached: Cursor | undefined;
    for (let more = true; more && !signal.aborted;) {
      const from = await db.transaction('r!', db.meta, async () => factOf(db, 'cursor'));
      if (from === undefined) {
        await this.#startOver(undefined);
        continue;
      }
      this.#forgetTargetOfBefore(from);
      // A page asked for in advance counts only if the cursor is where it begins.
      const isAhead = asked !== undefined && JSON.stringify(asked.from) === JSON.stringify(from);
      const reply: PullReply = await (isAhead && asked !== undefined ? asked.reply : this.#ask(from).reply);
      asked = undefined;
      if (!('events' in reply)) {
        await this.#startOver(from);
        continue;
      }
      if (reply.standing !== undefined) this.#parts.standing?.(reply.standing);
      more = reply.more;
      if (more) asked = this.#ask(reply.next);
      const applied = await withRoom(db, () =>
        applyPage(db, this.#parts.me, { events: reply.events, from, next: reply.next }),
      );
      reached = reply.next;
      if (!applied) more = true;
      else this.#parts.confirmed?.(reply.events.flatMap((event) => messageIn(event as unknown as Event) ?? []));
      behind += reply.events.length;
      if (more) report({ type: 'pull.advanced', behind });
      if (!more) more = await this.#fetchWanted();
    }
    if (signal.aborted) return undefined;
    const at = world.date();
    const heardAt = world.serverDate();
    await db.transaction('rw!', db.meta, async () =>
      Promise.all([
        keepFact(db, 'lastSyncedAt', at),
        ...(heardAt === undefined ? [] : [keepFact(db, 'heardAt', heardAt)]),
      ]),
    );
    report({ type: 'pull.caughtUp', at });
    return reached;
  }

  /** A cursor that went back tells that this tab or another has started over: what was announced before may never come. */
  #forgetTargetOfBefore(from: Cursor): void {
    if (this.#last?.epoch === from.epoch && comparePositions(this.#last, from) > 0) this.#target = undefined;
    this.#last = from;
  }

  #ask(from: Cursor): Asked {
    const reply = this.#page(from, this.#pace.size);
    // Whoever awaits it sees the failure; a page that is not awaited any more may fail unseen.
    reply.catch(() => undefined);
    return { from, reply };
  }

  async #page(from: Cursor, limit: number): Promise<PullReply> {
    const { world } = this.#parts;
    const asked = world.now();
    try {
      const reply = await world.pull({ cursor: from, limit });
      if ('events' in reply) this.#pace.answered(reply.events.length, world.now() - asked);
      return reply;
    } catch (error) {
      if (isSilence(error)) this.#pace.unanswered(limit, world.now() - asked);
      else if (error instanceof Refused && error.status === 400) this.#pace.refused();
      throw error;
    }
  }

  /** Everything anew; what waits in the outbox stays. */
  async #startOver(from: Cursor | undefined): Promise<void> {
    const snapshot = snapshotOf(await this.#parts.world.snapshot());
    if (snapshot === undefined) throw new Unreachable('The snapshot was cut off.');
    const { db } = this.#parts;
    if (await withRoom(db, () => startOver(db, snapshot, from))) this.#parts.requeued?.();
  }

  /** Fetches streams that pages have told of; answers whether there were any, because then a page may follow. */
  async #fetchWanted(): Promise<boolean> {
    const { db, world } = this.#parts;
    const wanted = [...(await streamsWanted(db)).keys()].slice(0, streamsPerSnapshot);
    if (wanted.length === 0) return false;
    const snapshot = snapshotOf(await world.snapshot(wanted));
    if (snapshot === undefined) throw new Unreachable('The snapshot was cut off.');
    // Of another history: the next page tells of it, and everything comes anew.
    if (!(await withRoom(db, () => applyStreams(db, snapshot)))) return true;
    const left = await streamsWanted(db);
    // Not there yet in a snapshot that reads behind the feed: a later look fetches it.
    return wanted.some((stream) => !left.has(stream));
  }

  async #failed(error: unknown, signal: AbortSignal): Promise<PullEnd | undefined> {
    const { report, world } = this.#parts;
    if (error instanceof SignedOut) {
      report({ type: 'session.refused', reason: error.message });
      return 'signedOut';
    }
    if (error instanceof Refused && error.status === 426) {
      report({ type: 'client.refused' });
      return 'outdated';
    }
    const retryInMs = this.#backOff.next(error instanceof Unreachable ? error.retryAfterMs : 0);
    if (!(error instanceof Unreachable)) noteFault(this.#parts.db, 'pull', error);
    // A full device says nothing of the network: it did answer.
    if (!isQuotaExceeded(error)) report({ type: 'transport.failed', retryInMs, isCaptive: isCaptive(error) });
    await this.#bell.heard(world, signal, retryInMs);
    return undefined;
  }
}

/** A snapshot's address has to fit into a line. */
const streamsPerSnapshot = 40;
