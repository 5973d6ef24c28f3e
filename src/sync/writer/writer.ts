import type { Table } from 'dexie';
import { isAccepted } from '#domain/spine/retry-policy.ts';
import type { DirectSend } from '../../db/context.ts';
import { storeMeta } from '../../db/meta.ts';
import { withFreedSpace } from '../../db/free-space.ts';
import { noteFault } from '../../db/synclog.ts';
import { pendingIn, readPending } from '../../db/pending.ts';
import { placeTables } from '../../db/refused-place.ts';
import { firstSize } from '../adaptive-size.ts';
import { syncFailureOf } from '../failure.ts';
import { assertLeads, Fenced } from '../fence.ts';
import { Machine, type Effects } from '../machine.ts';
import { chooseIn, choiceTables, type Slots } from './choice.ts';
import type { EntryResult } from './count-retries.ts';
import { chooseFrames, type Frame } from './frames.ts';
import { pausesAfter } from './lane-pauses.ts';
import { frameBytes, framesInFlight, type WriterParts } from './parts.ts';
import { pushEntries } from './push-entries.ts';
import { aliasIn, keepResults } from './results.ts';
import type { SendCount, WriterEffect, WriterEnd, WriterEvent, WriterFacts, WriterState } from './state.ts';
import { activeAt, newWriter, nextOfWriter, writerWaitMs } from './table.ts';
import { busyLanes, countInFlight, mayCall } from './under-way.ts';

/** Time in ms that the reply to a command waits for the page with its events, which the server reads with one more statement. */
const pageAfterReplyMs = 30;

/**
 * Sends the pending commands of the outbox, as `table.ts` says: this class carries out the effects. One instance for
 * each time this tab leads.
 */
export class Writer {
  readonly #parts: WriterParts;
  readonly #machine: Machine<WriterState, WriterEvent, WriterFacts, WriterEffect>;
  #signal: AbortSignal = new AbortController().signal;
  /** Resolves once the 401 that has ended the run is stored and reported. */
  #parking: Promise<void> | undefined;

  constructor(parts: WriterParts) {
    const { db, world, watch } = parts;
    this.#parts = parts;
    this.#machine = new Machine<WriterState, WriterEvent, WriterFacts, WriterEffect>({
      name: 'writer',
      next: nextOfWriter,
      state: newWriter(firstSize({ ...frameBytes, first: parts.firstBytes ?? frameBytes.first })),
      world,
      facts: () => this.#facts(),
      effects: this.#effects(),
      waitMs: writerWaitMs,
      watch,
      failed: (error) => noteFault(db, 'writer', error),
      recover: ({ is }, error) =>
        is === 'looking' || is === 'choosing'
          ? { type: 'failed', by: 'loop', failure: syncFailureOf(error), ms: 0 }
          : undefined,
    });
  }

  /** Sends an event from outside: see `WriterEvent`. */
  send(event: Extract<WriterEvent, { type: 'wake' | 'changed' | 'retry' | 'page.stored' | 'pagesChanged' }>): void {
    this.#machine.send(event);
  }

  /** Number of commands under way, as the reader knows it. */
  get underWay(): SendCount {
    return this.#machine.state.data.notified;
  }

  /** Time at which the last push ended, or the end of the longest pause, whichever is later; by `world.now`. */
  get activeAt(): number {
    return activeAt(this.#machine.state);
  }

  /**
   * Sends until the signal aborts, or a failed call is one that ends the run by `failedCalls`; with `once`, until
   * nothing is under way and nothing more can be sent now.
   */
  async run(signal: AbortSignal, once = false): Promise<WriterEnd> {
    this.#signal = signal;
    if (!signal.aborted) this.#machine.send({ type: 'start', once });
    await this.#machine.run(signal, { type: 'timer' }, { type: 'stop' });
    await this.#parking;
    const { state } = this.#machine;
    return state.is === 'ended' && state.why !== 'new' ? state.why : 'stopped';
  }

  /**
   * Reserves this writer for the next append, which then sends its commands without a look at the outbox. Possible
   * while nothing is in flight and nothing pauses.
   */
  reserve(): DirectSend | undefined {
    const machine = this.#machine;
    if (machine.state.is === 'reserved') return undefined;
    machine.send({ type: 'reserve' });
    if (!isReserved(machine.state)) return undefined;
    let frame: Frame | undefined;
    return {
      fence: this.#parts.fence,
      isAccepted: (n) => machine.state.data.frames.some((each) => each.isAccepted && each.frame.entries[0]?.n === n),
      fits: (entries) => {
        const nothing = new Set<string>();
        const input = { entries, blocked: nothing, missing: nothing, busy: nothing };
        [frame] = chooseFrames(input, 1, machine.state.data.size.now);
        return frame !== undefined && frame.entries.length === entries.length;
      },
      send: () => machine.send(frame === undefined ? { type: 'direct.released' } : { type: 'direct.sent', frame }),
      release: () => machine.send({ type: 'direct.released' }),
    };
  }

  #facts(): WriterFacts {
    const { world } = this.#parts;
    return { now: world.now(), isOffline: world.isOffline?.() === true, random: world.random() };
  }

  #effects(): Effects<WriterEffect> {
    const { db, report, notifyReader } = this.#parts;
    return {
      look: () => () => this.#look(),
      choose: () => () => this.#choose(),
      send: ({ frame }) => void this.#push(frame),
      awaitPage: ({ frame, results }) => void this.#awaitPage(frame, results),
      store: ({ frame, results }) => void this.#store(frame, results),
      park: ({ reason }) => void (this.#parking = this.#park(reason)),
      noteFault: ({ error }) => noteFault(db, 'writer', error),
      report: ({ report: what }) => report(what),
      notifyReader: ({ underWay, accepted }) => notifyReader(underWay, accepted),
    };
  }

  /** Reads without a write transaction: most looks find nothing to send, and others would wait for it. */
  async #look(): Promise<void> {
    try {
      const entries = (await readPending(this.#parts.db, false)).unaccepted();
      this.#machine.send({ type: 'read', entries });
    } catch (error) {
      this.#fail('loop', error, 0);
    }
  }

  async #choose(): Promise<void> {
    try {
      const frames = await this.#write((choose) => choose());
      this.#machine.send({ type: 'chosen', frames });
    } catch (error) {
      this.#fail('loop', error, 0);
    }
  }

  async #push(frame: Frame): Promise<void> {
    const { world } = this.#parts;
    const from = world.now();
    let tooLarge = Infinity;
    const noteTooLarge = (count: number): void => {
      tooLarge = Math.min(tooLarge, (frame.bytes * count) / frame.entries.length);
    };
    try {
      const results = await pushEntries({ ...this.#parts, tooLarge: noteTooLarge }, frame.entries);
      this.#machine.send({ type: 'replied', frame, results, tooLarge, ms: world.now() - from });
    } catch (error) {
      this.#fail(frame, error, world.now() - from);
    }
  }

  async #awaitPage(frame: Frame, results: readonly EntryResult[]): Promise<void> {
    await this.#parts.world.sleep(pageAfterReplyMs, this.#signal);
    this.#machine.send({ type: 'unsettled', frame, results });
  }

  /** Stores the results of a frame, and chooses what follows it in the same transaction, when something waits. */
  async #store(frame: Frame, replies: readonly EntryResult[]): Promise<void> {
    const { db, rules, world } = this.#parts;
    const drafts = replies.some((reply) => aliasIn(reply).length > 0) ? [db.drafts] : [];
    const notAccepted = replies.flatMap(({ entry, result }) => (isAccepted(result) ? [] : [entry]));
    const own = new Set(replies.map(({ entry }) => entry.n));
    let results = replies;
    try {
      const frames = await this.#write(
        async (choose) => {
          const pending = await pendingIn(db);
          results = await keepResults(db, rules, pending, replies, world.date());
          this.#machine.sendWithin({ type: 'lanesPaused', pauses: pausesAfter(results, world.now()) });
          if (pending.unaccepted().some(({ n }) => !own.has(n))) await choose(frame);
        },
        [...drafts, ...placeTables(db, notAccepted)],
      );
      this.#machine.send({ type: 'stored', frame, results, frames });
    } catch (error) {
      this.#fail(frame, error, 0);
    }
  }

  /**
   * Runs work in a write transaction of the leader.
   * @param work gets a function that chooses frames; `done` is the frame whose results it has stored
   * @param more tables that the work writes besides the usual ones
   * @returns the frames that it has chosen
   */
  async #write(
    work: (choose: (done?: Frame) => Promise<void>) => Promise<void>,
    more: readonly Table[] = [],
  ): Promise<Frame[]> {
    const { db, fence, world } = this.#parts;
    const chosen: Frame[] = [];
    const choose = (done?: Frame): Promise<void> =>
      chooseIn(
        db,
        world,
        () => this.#slots(done),
        (frames) => {
          chosen.push(...frames);
          if (frames.length > 0) this.#machine.sendWithin({ type: 'taken', frames });
        },
      );
    const attempt = async (): Promise<void> => {
      try {
        await db.transaction('rw!', [...choiceTables(db), db.synclog, ...more], async () => {
          await assertLeads(db, fence);
          await work(choose);
        });
      } catch (error) {
        if (chosen.length > 0) this.#machine.send({ type: 'choiceFailed', frames: chosen.splice(0) });
        throw error;
      }
    };
    await withFreedSpace(db, attempt);
    return chosen;
  }

  /** Returns where frames may be sent now; undefined if nowhere. @param done a frame that this transaction ends */
  #slots(done?: Frame): Slots | undefined {
    const { state } = this.#machine;
    const facts = this.#facts();
    if (!mayCall(state.data, facts) || state.is === 'reserved' || state.is === 'ended') return undefined;
    const free = framesInFlight - countInFlight(state.data, done);
    return free <= 0 ? undefined : { busy: busyLanes(state.data, facts.now, done), free, bytes: state.data.size.now };
  }

  #fail(by: Frame | 'loop', error: unknown, ms: number): void {
    this.#machine.send({ type: 'failed', by, failure: syncFailureOf(error), ms });
  }

  /** Stores that all commands wait until this user signs in again. */
  async #park(reason: string): Promise<void> {
    const { db, fence, report } = this.#parts;
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
  }
}

/** A function, because TypeScript would keep the narrowing from the comparison above. */
function isReserved(state: WriterState): boolean {
  return state.is === 'reserved';
}
