import type { Table } from 'dexie';
import { failedCalls, isAccepted } from '#domain/spine/retry-policy.ts';
import type { DirectSend } from '../db/context.ts';
import { storeMeta } from '../db/meta.ts';
import { isQuotaExceeded, withFreedSpace } from '../db/free-space.ts';
import { noteFault } from '../db/synclog.ts';
import { pendingIn, readPending, recordOf } from '../db/pending.ts';
import { placeTables } from '../db/refused-place.ts';
import type { OutboxEntry } from '../db/schema.ts';
import { Unreachable, isCaptive, isWithoutReply } from '../net/errors.ts';
import { AcceptedPosition } from './accepted-position.ts';
import { BackOff } from './back-off.ts';
import { chooseIn, choiceTables, type Places } from './choice.ts';
import { type DrainEnd, type DrainParts, drainEveryMs, frameBytes, framesInFlight } from './drain-parts.ts';
import { failedCallOf } from './failed-call.ts';
import { assertLeads, Fenced } from './fence.ts';
import { chooseFrames, type Frame } from './frames.ts';
import { AdaptiveSize } from './adaptive-size.ts';
import { LanePauses } from './lane-pauses.ts';
import { pushEntries } from './push-entries.ts';
import { aliasIn, keepResults, mayHaveAlias } from './results.ts';
import { WakeUp } from './world.ts';
import type { EntryResult } from './count-retries.ts';

/**
 * Sends the pending commands of the outbox.
 *
 *   read -> choose frames and mark them sent (one transaction) -> push, four at a time -> store the results -> read
 *
 * It reads the whole outbox each time, so a lost wake-up, a crash or another tab's append leaves nothing behind. Only
 * the lanes in flight, the pauses, the frame size and the last accepted position are in memory. They are lost when the
 * leader changes: at worst a command is sent again, or sooner than its pause allows.
 */

/** Sends until it is stopped, signed out, outdated or fenced; one instance for each time this tab leads. */
export class Drain {
  readonly #parts: DrainParts;
  readonly #wakeUp = new WakeUp();
  readonly #backOff: BackOff;
  readonly #frameSize: AdaptiveSize;
  readonly #inFlight = new Set<Frame>();
  /** Frames of one command that the server has accepted, which a page is about to take out of the outbox. */
  readonly #settling = new Set<Frame>();
  readonly #lanePauses = new LanePauses();
  readonly #accepted = new AcceptedPosition();
  /** Commands in flight that a page has taken out of the outbox. */
  readonly #settledIds = new Set<string>();
  #notBefore = 0;
  /** Time at which the last push ended, by `world.now`. */
  #pushEndedAt = 0;
  #end: DrainEnd | undefined;
  /** Ends when the 401 that has ended the run is stored and reported. */
  #parking: Promise<void> | undefined;
  /** The key of the newest record of the outbox that this drain knows. */
  #newest = -1;
  /** The highest key that was changed during the present reservation: mostly that of the append itself. */
  #heard = -1;
  /** Whether something may wait in the outbox besides what is under way. */
  #isLookDue = true;
  #isRunning = false;
  /** Aborts when the run ends. */
  #signal: AbortSignal = new AbortController().signal;
  /** Whether the next append will send its commands itself; until then no frame is chosen. */
  #isReserved = false;

  constructor(parts: DrainParts) {
    this.#parts = parts;
    this.#backOff = new BackOff(() => parts.world.random());
    this.#frameSize = new AdaptiveSize({ ...frameBytes, first: parts.firstBytes ?? frameBytes.first });
  }

  /** Wakes the drain, because there may be something to send. */
  wake(): void {
    this.#isLookDue = true;
    this.#wakeUp.set();
  }

  /**
   * Some tab has changed the outbox. What is to be sent is always in a new record, so changes of older ones are no reason
   * to look.
   * @param highest highest key of a changed record
   */
  changed(highest: number): void {
    if (this.#isReserved) this.#heard = Math.max(this.#heard, highest);
    else if (highest > this.#newest) this.wake();
  }

  /**
   * A page has taken these commands out of the outbox. A frame of which all are gone need not wait for its reply, which
   * may be lost, unless the reply has an alias.
   */
  settled(cmdIds: readonly string[]): void {
    if (this.#inFlight.size === 0) return;
    for (const cmdId of cmdIds) this.#settledIds.add(cmdId);
    for (const frame of this.#inFlight) {
      const isOver = frame.entries.every((entry) => this.#settledIds.has(entry.cmdId) && !mayHaveAlias(entry));
      if (isOver && this.#inFlight.delete(frame)) this.wake();
    }
    if (this.#inFlight.size === 0) this.#settledIds.clear();
  }

  #noteSeen(entries: readonly OutboxEntry[]): void {
    const last = entries.at(-1);
    if (last !== undefined) this.#newest = Math.max(this.#newest, recordOf(last.n));
  }

  /** Whether anything is under way. What is still in flight at the end of a run holds nothing up. */
  get isBusy(): boolean {
    return this.#isRunning && (this.#inFlight.size > 0 || this.#settling.size > 0);
  }

  /** Whether more than one command is in flight. */
  get sendsMany(): boolean {
    return this.#isRunning && [...this.#inFlight].reduce((sum, { entries }) => sum + entries.length, 0) > 1;
  }

  /** Time at which the last push ended, or the end of the longest pause, whichever is later; by `world.now`. */
  get activeAt(): number {
    return Math.max(this.#pushEndedAt, this.#notBefore, ...this.#lanePauses.ends);
  }

  /**
   * Reserves this drain for the next append, which then sends its commands without a look at the outbox. Possible while
   * nothing is in flight and nothing pauses.
   */
  reserve(): DirectSend | undefined {
    const { fence } = this.#parts;
    const isIdle = this.#inFlight.size === 0 && this.#pausedLanes().length === 0;
    if (!this.#isRunning || !this.#maySend() || !isIdle) return undefined;
    this.#isReserved = true;
    let frame: Frame | undefined;
    return {
      fence,
      isAccepted: (n) => [...this.#settling].some(({ entries }) => entries[0]?.n === n),
      fits: (entries) => {
        const input = { entries, blocked: new Set<string>(), missing: new Set<string>(), busy: new Set<string>() };
        [frame] = chooseFrames(input, 1, this.#frameSize.size);
        return frame !== undefined && frame.entries.length === entries.length;
      },
      send: () => {
        this.#isReserved = false;
        // Another tab, or the next drain of this one, sends what is marked as sent.
        if (frame === undefined || !this.#isRunning) return;
        this.#noteSeen(frame.entries);
        this.changed(this.#heard);
        this.#inFlight.add(frame);
        void this.#send(frame);
      },
      release: () => {
        this.#isReserved = false;
        this.wake();
      },
    };
  }

  /** Ends the pause after a failed call; paused lanes stay paused. Call when the network is back. */
  retryNow(): void {
    this.#backOff.reset();
    this.#notBefore = 0;
    this.wake();
  }

  /**
   * Drains until the signal aborts, or a failed call is one that ends the drain by `failedCalls`; with `once`, until
   * nothing is in flight and nothing more can be sent now.
   */
  async run(signal: AbortSignal, once = false): Promise<DrainEnd> {
    this.#isRunning = true;
    this.#isLookDue = true;
    this.#signal = signal;
    try {
      const end = await this.#run(signal, once);
      await this.#parking;
      return end;
    } finally {
      this.#isRunning = false;
    }
  }

  async #run(signal: AbortSignal, once: boolean): Promise<DrainEnd> {
    while (!signal.aborted && this.#end === undefined) {
      const started = await this.#round();
      if (this.#end !== undefined) break;
      if (!started && !this.isBusy) {
        this.#rest();
        if (once) break;
      }
      const wasWoken = await this.#wakeUp.wait(this.#parts.world, signal, this.#waitMs());
      if (!wasWoken) this.#isLookDue = true;
    }
    return this.#end ?? 'stopped';
  }

  /** Longest time until the next round, in ms. */
  #waitMs(): number {
    const now = this.#parts.world.now();
    const due = [this.#notBefore, ...this.#lanePauses.ends].filter((at) => at > now);
    return Math.min(drainEveryMs, ...due.map((at) => at - now));
  }

  /** Starts sending the frames that may be sent now. @returns whether there were any */
  async #round(): Promise<boolean> {
    if (!this.#isLookDue || this.#free() <= 0 || !this.#maySend()) return false;
    this.#isLookDue = false;
    try {
      const { db } = this.#parts;
      // Most wake-ups find nothing to send: a write would only keep other transactions waiting.
      const found = (await readPending(db, false)).unaccepted();
      this.#noteSeen(found);
      const underWay = this.#busy();
      // Commands that are not under way make another look due.
      const sent = new Set(this.#underWay().flatMap(({ entries }) => entries.map(({ n }) => n)));
      if (found.some(({ n }) => !sent.has(n))) this.#isLookDue = true;
      if (found.every(({ lane }) => underWay.has(lane))) return false;
      return (await this.#write((choose) => choose())) > 0;
    } catch (error) {
      this.#isLookDue = true;
      this.#failed(error);
      return false;
    }
  }

  /** Whether nothing but the lanes in flight and paused keeps frames back. */
  #maySend(): boolean {
    const { world } = this.#parts;
    if (this.#signal.aborted || this.#end !== undefined || this.#isReserved) return false;
    return world.isOffline?.() !== true && world.now() >= this.#notBefore;
  }

  /** Number of frames that may be sent besides those in flight. */
  #free(done?: Frame): number {
    return framesInFlight - this.#inFlight.size + (done !== undefined && this.#inFlight.has(done) ? 1 : 0);
  }

  /**
   * Runs work in a write transaction of the leader, and sends the frames that it has chosen once it has committed.
   * @param work gets a function that chooses frames; `done` is the frame whose results it has stored
   * @param more tables that the work writes besides the usual ones
   * @returns the number of frames
   */
  async #write(
    work: (choose: (done?: Frame) => Promise<void>) => Promise<void>,
    more: readonly Table[] = [],
  ): Promise<number> {
    const { db, fence, world } = this.#parts;
    const chosen: Frame[] = [];
    const choose = (done?: Frame): Promise<void> => {
      const places: Places = {
        isReserved: () => this.#isReserved,
        busy: () => this.#busy(done),
        free: () => this.#free(done),
        bytes: this.#frameSize.size,
      };
      return chooseIn(db, world, places, (frames) => {
        for (const frame of frames) this.#inFlight.add(frame);
        chosen.push(...frames);
      });
    };
    const attempt = async (): Promise<void> => {
      try {
        await db.transaction('rw!', [...choiceTables(db), db.synclog, ...more], async () => {
          await assertLeads(db, fence);
          await work(choose);
        });
      } catch (error) {
        for (const frame of chosen.splice(0)) this.#inFlight.delete(frame);
        throw error;
      }
    };
    await withFreedSpace(db, attempt);
    for (const frame of chosen) void this.#send(frame);
    return chosen.length;
  }

  /** Lanes that may not send now. Those of `done` may, unless its results pause them. */
  #busy(done?: Frame): Set<string> {
    const lanes = this.#underWay().flatMap((frame) => (frame === done ? [] : [...frame.lanes]));
    return new Set([...lanes, ...this.#pausedLanes()]);
  }

  #underWay(): Frame[] {
    return [...this.#inFlight, ...this.#settling];
  }

  #pausedLanes(): string[] {
    return this.#lanePauses.paused(this.#parts.world.now());
  }

  async #send(frame: Frame): Promise<void> {
    const { world } = this.#parts;
    const from = world.now();
    try {
      let tooLarge = Infinity;
      const noteTooLarge = (count: number): void => {
        tooLarge = Math.min(tooLarge, (frame.bytes * count) / frame.entries.length);
      };
      const replies = await pushEntries({ ...this.#parts, tooLarge: noteTooLarge }, frame.entries);
      // A single command at fault says nothing about the size of others.
      if (replies.every(({ result }) => result.s !== 'rejected')) this.#frameSize.tooLarge(tooLarge);
      this.#frameSize.answered(frame.bytes, world.now() - from);
      const results = (await this.#areSettled(frame, replies)) ? replies : await this.#keep(frame, replies);
      this.#backOff.reset();
      this.#parts.report({ type: 'push.ended', failed: false });
      this.#accepted.note(results, from);
    } catch (error) {
      // A page has settled all of it meanwhile: that its reply is lost changes nothing.
      const isOver = !this.#inFlight.has(frame) && !this.#settling.has(frame);
      if (isOver && error instanceof Unreachable) return;
      this.#isLookDue = true;
      if (isWithoutReply(error)) this.#frameSize.unanswered(frame.bytes, world.now() - from);
      this.#failed(error);
    } finally {
      this.#pushEndedAt = world.now();
      this.#inFlight.delete(frame);
      this.#settling.delete(frame);
      this.#wakeUp.set();
    }
  }

  /** Stores the results of a frame, and chooses what follows it in the same transaction, when something waits. */
  async #keep(frame: Frame, replies: readonly EntryResult[]): Promise<readonly EntryResult[]> {
    const { db, world } = this.#parts;
    this.#isLookDue = true;
    let results = replies;
    const drafts = replies.some((reply) => aliasIn(reply).length > 0) ? [db.drafts] : [];
    const undecided = replies.flatMap(({ entry, result }) => (isAccepted(result) ? [] : [entry]));
    await this.#write(
      async (choose) => {
        const pending = await pendingIn(db);
        results = await keepResults(db, this.#parts.rules, pending, replies, world.date());
        this.#lanePauses.pause(results, world.now());
        const own = new Set(replies.map(({ entry }) => entry.n));
        if (this.#maySend() && pending.unaccepted().some(({ n }) => !own.has(n))) await choose(frame);
      },
      [...drafts, ...placeTables(db, undecided)],
    );
    return results;
  }

  /**
   * Whether a page settles a lone command about now, so that nothing need be stored about its reply. Meanwhile the next
   * command may leave with its append: the server has accepted all before it.
   */
  async #areSettled(frame: Frame, [lone, ...others]: readonly EntryResult[]): Promise<boolean> {
    const { settles } = this.#parts;
    if (settles === undefined || lone === undefined || others.length > 0) return false;
    if (!isAccepted(lone.result) || aliasIn(lone).length > 0) return false;
    this.#inFlight.delete(frame);
    this.#settling.add(frame);
    return await settles(lone.entry.cmdId, this.#signal);
  }

  /** Reports that nothing is in flight, with the last accepted position. */
  #rest(): void {
    this.#parts.idle(this.#accepted.take());
  }

  /** Handles a failed call as `failedCalls` says. It never removes a command from the outbox. */
  #failed(error: unknown): void {
    const { report, world } = this.#parts;
    const failure = failedCallOf(error);
    if (failure === 'fenced' || failure === 'outdated') {
      this.#end = failure;
      if (failure === 'outdated') report({ type: 'client.refused' });
    } else if (failedCalls[failure] === 'park') this.#park(error instanceof Error ? error.message : '');
    else {
      const retryInMs = this.#backOff.next(error instanceof Unreachable ? error.retryAfterMs : 0);
      if (!(error instanceof Unreachable)) noteFault(this.#parts.db, 'drain', error);
      this.#notBefore = Math.max(this.#notBefore, world.now() + retryInMs);
      // A full disk is not a network failure: the server did reply.
      if (!isQuotaExceeded(error)) report({ type: 'transport.failed', retryInMs, isCaptive: isCaptive(error) });
      report({ type: 'push.ended', failed: error instanceof Unreachable && (error.status ?? 0) >= 500 });
    }
    this.#wakeUp.set();
  }

  /** Ends the drain until this user signs in again. All commands stay in the outbox. */
  #park(reason: string): void {
    if (this.#end === 'signedOut') return;
    this.#end = 'signedOut';
    const { db, fence, report } = this.#parts;
    const park = async (): Promise<void> => {
      try {
        await db.transaction('rw!', db.meta, async () => {
          await assertLeads(db, fence);
          await storeMeta(db, 'parked', true);
        });
      } catch (error) {
        // Another tab leads: this was a call of an earlier time, and says nothing about the present session.
        if (error instanceof Fenced) return;
      }
      report({ type: 'session.refused', reason });
    };
    this.#parking = park();
  }
}
