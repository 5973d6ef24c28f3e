import type { Message } from '#domain/chat/chat.ts';
import type { SentPage } from '#domain/spine/wire/sockets.ts';
import { SECOND } from '#domain/ground/units.ts';
import {
  comparePositions,
  laterPosition,
  hasPassed,
  isSamePosition,
  type Cursor,
  type PullReply,
  type WireEvent,
  pullEvents,
} from '#domain/spine/wire/sync.ts';
import { applyPage, type Complete } from '../db/confirmed.ts';
import { messagesInEvents } from '../db/fold-events.ts';
import { isMissingEvents } from '../db/left-out.ts';
import { readMeta } from '../db/meta.ts';
import { noteFault } from '../db/synclog.ts';
import type { UserDb } from '../db/schema.ts';
import { isQuotaExceeded, withFreedSpace } from '../db/free-space.ts';
import { Refused, SignedOut, Unreachable, isCaptive, isWithoutReply } from '../net/errors.ts';
import { BackOff } from './back-off.ts';
import { AdaptiveSize } from './adaptive-size.ts';
import { SettledCommands } from './settled-commands.ts';
import { fetchWanted, replaceAll } from './take-snapshot.ts';
import { WakeUp, type Report, type World } from './world.ts';

export const pullEventsAtFirst = 500;
const pullEventsAtLeast = 10;
export const safetyPullMs = 60 * SECOND;
/** Pull interval while no socket delivers hints. */
export const unhintedPullMs = 15 * SECOND;

/**
 * Pulls committed events page by page until the device is up to date.
 *
 *   no cursor, another epoch, too far behind, or events that an older version left out: a full snapshot, then pages
 *   a page mentions a stream this device does not have: a snapshot of that stream
 *   the end of the log: the tab stands there, and the server sends the next page by the socket
 *
 * Only pages move the cursor, each only from the very cursor that it begins at. Applying a page is idempotent, so every
 * tab may pull, and stand for itself.
 */

export interface PullParts {
  db: UserDb;
  me: string;
  world: World;
  report: (report: Report) => void;
  /** Called with the messages a page has confirmed, so that their early copies can be dropped. */
  confirmed?: (messages: Message[]) => void;
  /** Called with the user's current rights on every page; see `domain/account/rights-key.ts`. */
  rightsReported?: (now: string) => void;
  /** Called when accepted commands must be sent again, because the server was restored from a backup. */
  requeued?: () => void;
  /** Called with the commands that a page at the end of the log has taken out of the outbox. */
  settled?: (cmdIds: readonly string[]) => void;
  /** Whether this tab may stand: not while it sends a queue, because most of what it would be sent is its own. */
  mayStand?: () => boolean;
}

export type PullEnd = 'stopped' | 'signedOut' | 'outdated';

/** Time in ms that a tab that stands waits for the page with a position, before it pulls. */
const pageExpectedMs = 250;

/** First pause in ms while the feed lags behind an announced position. It doubles each time, up to 64 times this. */
const lagPauseMs = 20;

/** Least time in ms between two writes of when this device was last up to date: in a busy room each costs requests. */
const storedCompleteMs = 10 * SECOND;

type Asked = { from: Cursor; reply: Promise<PullReply> };

/** Pulls until it is stopped, signed out or outdated; one instance per tab. */
export class Pull {
  readonly #parts: PullParts;
  readonly #wakeUp = new WakeUp();
  readonly #backOff: BackOff;
  readonly #pageSize = new AdaptiveSize({
    first: pullEventsAtFirst,
    least: pullEventsAtLeast,
    most: pullEvents,
  });
  /** The furthest position that was announced and is not pulled yet. */
  #target: Cursor | undefined;
  #lagging = 0;
  /** When the end of a complete pull was last stored, by `world.now`. */
  #completeStoredAt = -Infinity;
  /** The cursor as it was last read. */
  #last: Cursor | undefined;
  /** Whether a pull is due. */
  #isDue = true;
  /** When this tab last had everything, by a pull or by a page that it was sent; by `world.now`. */
  #completeAt = 0;
  /** Pages that the server has sent, until they are applied. */
  readonly #sent: SentPage[] = [];
  /** The end of the log, where this tab stands or could stand; undefined once there may be more. */
  #end: Cursor | undefined;
  #isStanding = false;
  /** End of the pause after a failed call, by `world.now`. A hint does not shorten it; a page that was sent does. */
  #notBefore = 0;
  readonly #settled: SettledCommands;
  /** Whether no older version of the app has left out events that this one folds. Only an update changes that. */
  #isComplete = false;

  constructor(parts: PullParts) {
    this.#parts = parts;
    this.#backOff = new BackOff(() => parts.world.random());
    this.#settled = new SettledCommands(parts.world);
  }

  /**
   * Wakes the pull, because there may be new events.
   * @param position position of the newest one, if known. The feed may lag behind it, so the pull repeats until it has
   * passed it.
   */
  wake(position?: Cursor): void {
    if (position !== undefined) this.#target = laterPosition(this.#target, position);
    this.#isDue = true;
    this.#wakeUp.set();
  }

  /** A command of this device was committed at this position. Where this tab can stand, the server sends it soon. */
  expect(position: Cursor): void {
    if (this.#end === undefined || !hasPassed(this.#end, position)) {
      this.#target = laterPosition(this.#target, position);
      // While a sent page is stored, no pull is due: the stand that follows it gets what was committed meanwhile.
      if (this.#sent.length === 0) {
        this.#stand();
        if (!this.#isStanding) this.#isDue = true;
      }
    }
    this.#wakeUp.set();
  }

  /** Whether the server sends this tab what is new, in pages. */
  get isSentPages(): boolean {
    return this.#isStanding || this.#sent.length > 0;
  }

  /** The server has sent a page; with it, the stand has ended. */
  sent(page: SentPage): void {
    this.#sent.push(page);
    this.#notBefore = 0;
    this.#isStanding = false;
    this.#wakeUp.set();
  }

  /** Stands again if this tab is at the end of the log. Call when it has become possible. */
  standAgain(): void {
    this.#wakeUp.set();
  }

  /** Ends the pause. Call when the network is back. */
  retryNow(): void {
    this.#backOff.reset();
    this.#notBefore = 0;
    this.wake();
  }

  /** Pulls until the signal aborts, the session ends, or this version is too old. */
  async run(signal: AbortSignal): Promise<PullEnd> {
    while (!signal.aborted) {
      try {
        const { world } = this.#parts;
        if (world.isOffline?.() !== true && world.now() >= this.#notBefore) await this.#advance(signal);
        const wasWoken = await this.#wakeUp.wait(this.#parts.world, signal, this.#pauseMs());
        if (!wasWoken) this.#isDue = true;
      } catch (error) {
        this.#isDue = true;
        const end = this.#failed(error);
        if (end !== undefined) return end;
      }
    }
    return 'stopped';
  }

  /** Applies the pages that were sent, pulls if that is due, and stands at the end of the log. */
  async #advance(signal: AbortSignal): Promise<void> {
    for (let page = this.#sent[0]; page !== undefined; page = this.#sent[0])
      await this.#applySent(page).finally(() => this.#sent.shift());
    if (this.#isDue) {
      this.#isDue = false;
      this.#isStanding = false;
      this.#end = undefined;
      const reached = await this.#catchUp(signal);
      this.#note(reached);
      this.#end = reached;
      this.#completeAt = this.#parts.world.now();
    }
    this.#backOff.reset();
    this.#stand();
  }

  /** Applies a page that the server has sent, if it begins at the cursor; if not, and it goes further, a pull is due. */
  async #applySent({ from, events, next, rights }: SentPage): Promise<void> {
    const { db, me, report, world } = this.#parts;
    this.#parts.rightsReported?.(rights);
    const page = { events, from, next, isLast: true, complete: this.#completeNow(storedCompleteMs) };
    const applied = await withFreedSpace(db, () => applyPage(db, me, page));
    const cursor =
      applied !== 'elsewhere' ? next : await db.transaction('r!', db.meta, async () => readMeta(db, 'cursor'));
    if (cursor === undefined || !hasPassed(cursor, next)) {
      this.#isDue = true;
      return;
    }
    // Another tab may have applied it, or have passed it by a snapshot, which settles no command by its events.
    this.#parts.confirmed?.(messagesInEvents(events));
    if (applied !== 'elsewhere') {
      this.#settled.note(events);
      this.#parts.settled?.(cmdIdsIn(events));
    }
    this.#end = this.#last = cursor;
    this.#completeAt = world.now();
    this.#forgetPassed(cursor);
    if (applied === 'wanting' && (await fetchWanted(db, world))) this.#isDue = true;
    report({ type: 'pull.caughtUp', at: world.date() });
  }

  /**
   * Resolves with true once a page that the server has sent has settled this command; with false when none does so in a
   * moment.
   */
  async settles(cmdId: string, signal: AbortSignal): Promise<boolean> {
    return await this.#settled.waitFor(cmdId, this.isSentPages, signal);
  }

  /** Stands at the end of the log, unless there is something to pull, or a pull has not found what was announced. */
  #stand(): void {
    const { world, mayStand } = this.#parts;
    if (this.#isStanding || this.#isDue || this.#end === undefined || this.#lagging > 0) return;
    if (mayStand?.() === false) return;
    this.#isStanding = world.stand?.(this.#end) === true;
  }

  /**
   * Milliseconds to wait for a hint or a page before pulling anyway. They count from the last time this tab had
   * everything: the drain wakes it in between.
   */
  #pauseMs(): number {
    const { world } = this.#parts;
    if (world.now() < this.#notBefore) return this.#notBefore - world.now();
    if (this.#target !== undefined)
      return this.#isStanding ? pageExpectedMs : lagPauseMs * 2 ** Math.min(this.#lagging, 6);
    const everyMs = world.isHinted?.() === false ? unhintedPullMs : safetyPullMs;
    return world.isOffline?.() === true ? everyMs : Math.max(0, this.#completeAt + everyMs - world.now());
  }

  /** Notes whether the pull has reached the announced position. */
  #note(reached: Cursor | undefined): void {
    if (this.#target === undefined || reached === undefined) return;
    this.#forgetPassed(reached);
    if (this.#target !== undefined) this.#lagging++;
  }

  /** Drops the announced position once it is reached, or when it is of another epoch and never will be. */
  #forgetPassed(reached: Cursor): void {
    const target = this.#target;
    if (target === undefined || (target.epoch === reached.epoch && !hasPassed(reached, target))) return;
    this.#lagging = 0;
    this.#target = undefined;
  }

  /**
   * Pulls until the device is up to date.
   * @returns the position reached; undefined when aborted.
   * @throws what the calls throw
   */
  async #catchUp(signal: AbortSignal): Promise<Cursor | undefined> {
    const { db, report, world } = this.#parts;
    report({ type: 'pull.started' });
    let asked: Asked | undefined;
    let pulled = 0;
    let reached: Cursor | undefined;
    for (let more = true; more && !signal.aborted;) {
      const from = await db.transaction('r!', db.meta, async () => readMeta(db, 'cursor'));
      if (from === undefined || (await this.#isMissingEvents())) {
        await this.#startOver(from);
        continue;
      }
      this.#dropStaleTarget(from);
      // A prefetched page counts only if it begins at the cursor: another tab may have moved it.
      const ahead = asked !== undefined && isSamePosition(asked.from, from) ? asked : undefined;
      const reply: PullReply = await (ahead ?? this.#ask(from)).reply;
      asked = undefined;
      if (!('events' in reply)) {
        await this.#startOver(from);
        continue;
      }
      if (reply.standing !== undefined) this.#parts.rightsReported?.(reply.standing);
      more = reply.more;
      if (more) asked = this.#ask(reply.next);
      const complete = more ? undefined : this.#completeNow();
      const page = { events: reply.events, from, next: reply.next, isLast: !more, complete };
      const applied = await withFreedSpace(db, () => applyPage(db, this.#parts.me, page));
      reached = reply.next;
      if (applied === 'elsewhere') more = true;
      else {
        this.#parts.confirmed?.(messagesInEvents(reply.events));
        // Only at the end of the log does a page settle commands by their events.
        if (!more) this.#parts.settled?.(cmdIdsIn(reply.events));
      }
      pulled += reply.events.length;
      if (more) report({ type: 'pull.advanced', pulled });
      if (!more) more = await fetchWanted(db, world);
    }
    if (signal.aborted) return undefined;
    report({ type: 'pull.caughtUp', at: world.date() });
    return reached;
  }

  /** What to store about the end of this pull; undefined when the same was stored less than `atMostMs` ago. */
  #completeNow(atMostMs = 0): Complete | undefined {
    const { world } = this.#parts;
    if (world.now() - this.#completeStoredAt < atMostMs) return undefined;
    this.#completeStoredAt = world.now();
    return { at: world.date(), heardAt: world.serverDate() };
  }

  /**
   * Drops the announced position if the cursor has moved back, which means that a tab has started over: positions
   * announced before that may never be reached.
   */
  #dropStaleTarget(from: Cursor): void {
    if (this.#last?.epoch === from.epoch && comparePositions(this.#last, from) > 0) {
      this.#target = undefined;
      this.#lagging = 0;
    }
    this.#last = from;
  }

  async #isMissingEvents(): Promise<boolean> {
    if (!this.#isComplete) this.#isComplete = !(await isMissingEvents(this.#parts.db));
    return !this.#isComplete;
  }

  #ask(from: Cursor): Asked {
    const reply = this.#page(from, this.#pageSize.size);
    // The caller that awaits the page handles its failure. A prefetched page that is no longer needed may fail
    // silently.
    reply.catch(() => undefined);
    return { from, reply };
  }

  async #page(from: Cursor, limit: number): Promise<PullReply> {
    const { world } = this.#parts;
    const asked = world.now();
    try {
      const reply = await world.pull({ cursor: from, limit });
      if ('events' in reply) this.#pageSize.answered(reply.events.length, world.now() - asked);
      return reply;
    } catch (error) {
      if (isWithoutReply(error)) this.#pageSize.unanswered(limit, world.now() - asked);
      else if (error instanceof Refused && error.status === 400) this.#pageSize.refused();
      throw error;
    }
  }

  async #startOver(from: Cursor | undefined): Promise<void> {
    if (await replaceAll(this.#parts.db, this.#parts.world, from)) this.#parts.requeued?.();
  }

  /** Reports a failed pull and pauses before the next one. @returns the reason when pulling must end */
  #failed(error: unknown): PullEnd | undefined {
    const { report, world } = this.#parts;
    // `parked` is not stored here: it only shows why commands wait, and the drain meets the same 401 if there are any.
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
    // A full disk is not a network failure: the server did reply.
    if (!isQuotaExceeded(error)) report({ type: 'transport.failed', retryInMs, isCaptive: isCaptive(error) });
    this.#notBefore = world.now() + retryInMs;
    return undefined;
  }
}

function cmdIdsIn(events: readonly WireEvent[]): string[] {
  return events.flatMap(({ cmdId }) => cmdId ?? []);
}
