import type { Message } from '#domain/chat/chat.ts';
import { isSamePosition, pullEvents, type Cursor, type PullReply, type WireEvent } from '#domain/spine/wire/sync.ts';
import { applyPage, type PullEnd } from '../../db/confirmed.ts';
import { messagesInEvents } from '../../db/fold-events.ts';
import { isMissingEvents } from '../../db/left-out.ts';
import { readMeta } from '../../db/meta.ts';
import { noteFault } from '../../db/synclog.ts';
import type { UserDb } from '../../db/schema.ts';
import { withFreedSpace } from '../../db/free-space.ts';
import { firstSize } from '../adaptive-size.ts';
import { syncFailureOf } from '../failure.ts';
import { Machine, type Effects, type MachineStep } from '../machine.ts';
import type { EngineReport, World } from '../world.ts';
import type { ReaderEffect, ReaderEnd, ReaderEvent, ReaderFacts, ReaderState } from './state.ts';
import { newReader, nextOfReader, readerWaitMs } from './table.ts';
import { fetchWanted, replaceAll } from './take-snapshot.ts';

export const pullEventsAtFirst = 500;
const pullEventsAtLeast = 10;

/** The surroundings of a reader. */
export interface ReaderParts {
  db: UserDb;
  me: string;
  world: World;
  report: (report: EngineReport) => void;
  /** Called with the messages a page has confirmed, so that their early copies can be dropped. */
  confirmed?: (messages: Message[]) => void;
  /** Called with the user's current rights on every page; see `domain/account/rights-key.ts`. */
  rightsReported?: (now: string) => void;
  /** Tells the writer: what a page has settled, whether pages are sent, and when commands must be sent again. */
  notifyWriter?: (
    event: { type: 'wake' } | { type: 'page.stored'; cmdIds: string[] } | { type: 'pagesChanged'; getsPages: boolean },
  ) => void;
  watch?: ((step: MachineStep) => void) | undefined;
}

/** A page that was asked for. `ended` tells what came of it, and after how many milliseconds. */
interface PageRequest {
  from: Cursor;
  limit: number;
  ended: Promise<{ ms: number } & ({ reply: PullReply } | { error: unknown })>;
}

/**
 * Reads committed events page by page, as `table.ts` says: this class carries out the effects. One instance for each
 * tab.
 */
export class Reader {
  readonly #parts: ReaderParts;
  readonly #machine: Machine<ReaderState, ReaderEvent, ReaderFacts, ReaderEffect>;
  /** The page that follows the present one, if it was asked for. */
  #ahead: PageRequest | undefined;
  /** The page that has come and is to be stored. */
  #page: { from: Cursor; reply: Extract<PullReply, { events: unknown }> } | undefined;
  /** Whether no older version of the app has left out events that this one folds. Only an update changes that. */
  #isComplete = false;

  constructor(parts: ReaderParts) {
    const { db, world, watch } = parts;
    this.#parts = parts;
    this.#machine = new Machine<ReaderState, ReaderEvent, ReaderFacts, ReaderEffect>({
      name: 'reader',
      next: nextOfReader,
      state: newReader(firstSize({ first: pullEventsAtFirst, least: pullEventsAtLeast, most: pullEvents })),
      world,
      facts: () => ({
        now: world.now(),
        isOffline: world.isOffline?.() === true,
        isHinted: world.isHinted?.() !== false,
        random: world.random(),
      }),
      effects: this.#effects(),
      waitMs: readerWaitMs,
      watch,
      failed: (error) => noteFault(db, 'reader', error),
      recover: ({ is }, error) =>
        is === 'catchingUp' || is === 'storingSent'
          ? { type: 'failed', failure: syncFailureOf(error), asked: undefined }
          : undefined,
    });
  }

  /** Sends an event from outside: see `ReaderEvent`. */
  send(event: Extract<ReaderEvent, { type: 'hint' | 'chat' | 'page' | 'canStand' | 'underWay' | 'retry' }>): void {
    this.#machine.send(event);
  }

  /** Whether the server sends this tab what is new, in pages. */
  get getsPages(): boolean {
    return this.#machine.state.data.notified;
  }

  /** Reads until the signal aborts, the session ends, or this version is too old. */
  async run(signal: AbortSignal): Promise<ReaderEnd> {
    if (!signal.aborted) this.#machine.send({ type: 'start' });
    await this.#machine.run(signal, { type: 'timer' }, { type: 'stop' });
    const { state } = this.#machine;
    return state.is === 'ended' && state.why !== 'new' ? state.why : 'stopped';
  }

  #effects(): Effects<ReaderEffect> {
    const { db, report, world, confirmed, rightsReported, notifyWriter } = this.#parts;
    return {
      readCursor: () => () => this.#try(() => this.#readCursor()),
      ask: (page) => () => this.#try(() => this.#ask(page)),
      askAhead: (page) => void (this.#ahead = this.#call(page)),
      startOver:
        ({ from }) =>
        () =>
          this.#try(() => this.#startOver(from)),
      apply: () => () => this.#try(() => this.#apply()),
      applySent: (effect) => () => this.#try(() => this.#applySent(effect)),
      fetchWanted: () => () => this.#try(async () => ({ type: 'wantedFetched', isDue: await fetchWanted(db, world) })),
      stand: ({ at }) => this.#stand(at),
      noteFault: ({ error }) => noteFault(db, 'reader', error),
      report: ({ report: what }) => report(what),
      reportCaughtUp: () => report({ type: 'pull.caughtUp', at: world.date() }),
      reportRights: ({ rights }) => rightsReported?.(rights),
      dropEarly: ({ events }) => confirmed?.(messagesInEvents(events)),
      wakeWriter: () => notifyWriter?.({ type: 'wake' }),
      reportSettled: ({ events }) => notifyWriter?.({ type: 'page.stored', cmdIds: cmdIdsIn(events) }),
      notifyWriter: ({ getsPages }) => notifyWriter?.({ type: 'pagesChanged', getsPages }),
    };
  }

  async #try(work: () => Promise<ReaderEvent>): Promise<void> {
    let event: ReaderEvent;
    try {
      event = await work();
    } catch (error) {
      event = { type: 'failed', failure: syncFailureOf(error), asked: undefined };
    }
    // A page that was asked for ahead belongs to this pull.
    if (event.type === 'failed') this.#ahead = undefined;
    this.#machine.send(event);
  }

  #stand(at: Cursor): void {
    if (this.#parts.world.stand?.(at) !== true) this.#machine.send({ type: 'cannotStand' });
  }

  async #readCursor(): Promise<ReaderEvent> {
    const { db } = this.#parts;
    const from = await db.transaction('r!', db.meta, async () => readMeta(db, 'cursor'));
    if (from !== undefined && !this.#isComplete) this.#isComplete = !(await isMissingEvents(db));
    return { type: 'cursorRead', from, isMissing: !this.#isComplete };
  }

  /** A page asked for ahead counts only if it begins at the cursor: another tab may have moved it. */
  async #ask(page: { from: Cursor; limit: number }): Promise<ReaderEvent> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const { from, limit, ended } =
      ahead !== undefined && isSamePosition(ahead.from, page.from) ? ahead : this.#call(page);
    const { ms, ...result } = await ended;
    if ('error' in result) return { type: 'failed', failure: syncFailureOf(result.error), asked: { limit, ms } };
    const { reply } = result;
    if (!('events' in reply)) return { type: 'snapshotRequired', from };
    this.#page = { from, reply };
    // On the wire, `standing` is the key of the user's rights; it has nothing to do with the state of that name.
    const { next, more, standing: rights, events } = reply;
    return { type: 'replied', next, more, rights, count: events.length, ms };
  }

  #call({ from, limit }: { from: Cursor; limit: number }): PageRequest {
    const { world } = this.#parts;
    const since = world.now();
    const ms = (): number => world.now() - since;
    const ended = world.pull({ cursor: from, limit }).then(
      (reply) => ({ reply, ms: ms() }),
      (error: unknown) => ({ error, ms: ms() }),
    );
    return { from, limit, ended };
  }

  async #startOver(from: Cursor | undefined): Promise<ReaderEvent> {
    const { db, world } = this.#parts;
    return { type: 'startedOver', isRequeued: await replaceAll(db, world, from) };
  }

  async #apply(): Promise<ReaderEvent> {
    const { db, me } = this.#parts;
    if (this.#page === undefined) throw new Error('No page has come.');
    const { from, reply } = this.#page;
    const { events, next, more } = reply;
    const page = { events, from, next, isLast: !more, complete: more ? undefined : this.#completeNow() };
    const applied = await withFreedSpace(db, () => applyPage(db, me, page));
    return { type: 'applied', isElsewhere: applied === 'elsewhere', more, next, events };
  }

  /** Stores a page that the server has sent, if it begins at the cursor. */
  async #applySent({ page, storesComplete }: Extract<ReaderEffect, { do: 'applySent' }>): Promise<ReaderEvent> {
    const { db, me } = this.#parts;
    const { events, from, next } = page;
    const complete = storesComplete ? this.#completeNow() : undefined;
    const as = await withFreedSpace(db, () => applyPage(db, me, { events, from, next, isLast: true, complete }));
    const cursor = as !== 'elsewhere' ? next : await db.transaction('r!', db.meta, async () => readMeta(db, 'cursor'));
    return { type: 'sentApplied', as, cursor, storesComplete };
  }

  /** Returns what to store about the end of a pull: the time by this device's clock, and by the server's. */
  #completeNow(): PullEnd {
    const { world } = this.#parts;
    return { at: world.date(), heardAt: world.serverDate() };
  }
}

function cmdIdsIn(events: readonly WireEvent[]): string[] {
  return events.flatMap(({ cmdId }) => cmdId ?? []);
}
