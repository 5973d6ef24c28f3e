import type { SentPage } from '#domain/spine/wire/sockets.ts';
import { comparePositions, hasPassed, isSamePosition, type Cursor } from '#domain/spine/wire/sync.ts';
import { Unreachable } from '../../../src/net/errors.ts';
import { firstSize } from '../../../src/sync/adaptive-size.ts';
import { syncFailureOf } from '../../../src/sync/failure.ts';
import { impossible } from '../../../src/sync/machine.ts';
import type { ReaderEffect, ReaderEvent, ReaderFacts, ReaderState } from '../../../src/sync/reader/state.ts';
import { newReader, nextOfReader, readerWaitMs, safetyPullMs, unhintedPullMs } from '../../../src/sync/reader/table.ts';
import { positionAt } from './user.ts';

/** The reader's table with a model of the log, the server and other tabs, which ends its effects. */

type Work = Extract<ReaderEffect, { do: 'readCursor' | 'ask' | 'startOver' | 'apply' | 'applySent' | 'fetchWanted' }>;
const isWork = (effect: ReaderEffect): effect is Work =>
  ['readCursor', 'ask', 'startOver', 'apply', 'applySent', 'fetchWanted'].includes(effect.do);

export class ReaderModel {
  state: ReaderState = newReader(firstSize({ first: 3, least: 1, most: 9 }));
  now = 1;
  isOffline = false;
  canStand = true;
  /** The effect that has begun and not ended. */
  work: Work[] = [];
  /** Where the log ends, and the device is. */
  end = 5;
  cursor: number | undefined;
  /** Where the server sends the next page from. */
  stand: Cursor | undefined;
  /** The page that was asked for and has come. */
  #page = { from: 0, next: 0 };
  /** When the device last had everything that the log had then. */
  #completeAt = 0;
  /** What did not hold. */
  readonly problems: string[] = [];
  readonly #steps: string[] = [];

  get facts(): ReaderFacts {
    return { now: this.now, isOffline: this.isOffline, isHinted: true, random: 0.5 };
  }

  /** Takes a step, and notes what does not hold after it. */
  send(event: ReaderEvent): void {
    this.#steps.push(`${event.type} in ${this.state.is}`);
    const before = this.state;
    const next = nextOfReader(before, this.facts, event);
    if (next === impossible) return this.#expect(false, 'what happens is possible');
    const [state, ...effects] = next;
    this.state = state;
    const later = effects.filter((effect) => !this.#begin(effect));
    this.#check(before);
    if (before.is === 'pausing' && ['hint', 'chat', 'underWay', 'canStand'].includes(event.type))
      this.#expect(this.state.is === 'pausing', 'a pause is kept');
    for (const _ of later) this.send({ type: 'cannotStand' });
  }

  /** Notes that something does not hold, with the steps that led to it. */
  #expect(holds: boolean, what: string): void {
    if (!holds) this.problems.push(`${what}: ${this.#steps.slice(-12).join(', ')}`);
  }

  /** Begins an effect. @returns false if the server refuses it */
  #begin(effect: ReaderEffect): boolean {
    if (isWork(effect)) this.work.push(effect);
    if (effect.do === 'reportCaughtUp') this.#completeAt = this.now;
    if (effect.do !== 'stand') return true;
    this.stand = this.canStand ? effect.at : undefined;
    return this.canStand;
  }

  #check(before: ReaderState): void {
    this.#expect(this.work.length <= 1, 'one thing at a time');
    const isBusy = this.state.is === 'catchingUp' || this.state.is === 'storingSent';
    this.#expect(this.state.is === 'ended' || this.work.length > 0 === isBusy, 'there is work while the state says so');
    const { target } = before.data;
    const reached = before.is === 'catchingUp' ? before.reached : this.state.data.last;
    const at = 'at' in this.state ? this.state.at : reached;
    const isForgotten = target !== undefined && this.state.data.target === undefined;
    const isPassed = target !== undefined && at !== undefined && hasPassed(at, target);
    const wentBack =
      before.data.last !== undefined &&
      this.state.data.last !== undefined &&
      comparePositions(before.data.last, this.state.data.last) > 0;
    this.#expect(!isForgotten || isPassed || wentBack, 'a target leaves when it is reached');
    const isWaiting = ['standing', 'waiting', 'lagging'].includes(this.state.is);
    const dueMs = Math.max(0, this.#completeAt + safetyPullMs - this.now);
    const isLate = this.state.data.target === undefined && readerWaitMs(this.state, this.facts) > dueMs;
    this.#expect(!isWaiting || !isLate, 'a pull is at most a minute away');
  }

  /** Ends the present effect; `isLost`: by a failure; `moved`: another tab has moved the cursor meanwhile. */
  endWork(isLost: boolean, moved: boolean): void {
    const work = this.work.shift();
    if (work === undefined) return;
    if (moved && this.cursor !== undefined) this.cursor = Math.min(this.end, this.cursor + 1);
    if (isLost) return this.send({ type: 'failed', failure: syncFailureOf(new Unreachable('lost')), asked: undefined });
    const { cursor } = this;
    if (work.do === 'readCursor') {
      const from = cursor === undefined ? undefined : positionAt(cursor);
      this.send({ type: 'cursorRead', from, isMissing: from === undefined });
    } else if (work.do === 'startOver') {
      this.cursor = this.end;
      this.send({ type: 'startedOver', isRequeued: false });
    } else if (work.do === 'ask') {
      const next = Math.min(this.end, work.from.seq + work.limit);
      this.#page = { from: work.from.seq, next };
      const page = { next: positionAt(next), more: next < this.end, rights: 'rights', count: next - work.from.seq };
      this.send({ type: 'replied', ...page, ms: 10 });
    } else if (work.do === 'apply') {
      const isElsewhere = cursor !== this.#page.from;
      if (!isElsewhere) this.cursor = this.#page.next;
      const next = positionAt(this.#page.next);
      this.send({ type: 'applied', isElsewhere, more: this.#page.next < this.end, next, events: [] });
    } else if (work.do === 'applySent') {
      const fits = cursor !== undefined && isSamePosition(positionAt(cursor), work.page.from);
      if (fits) this.cursor = work.page.next.seq;
      const at = this.cursor === undefined ? undefined : positionAt(this.cursor);
      this.send({ type: 'sentApplied', as: fits ? 'applied' : 'elsewhere', cursor: at, storesComplete: true });
    } else this.send({ type: 'wantedFetched', isDue: false });
  }

  /** The log grows: the server sends a page to a tab that stands, and a hint to another, or nothing arrives. */
  grow(isLost: boolean): void {
    const from = this.stand;
    this.end++;
    this.stand = undefined;
    if (isLost || this.isOffline) return;
    if (from !== undefined) this.send({ type: 'page', page: pageOf(from, this.end) });
    else this.send({ type: 'hint', position: positionAt(this.end) });
  }

  pass(ms: number): void {
    this.now += ms;
    if (this.work.length === 0 && this.state.is !== 'ended' && ms >= readerWaitMs(this.state, this.facts))
      this.send({ type: 'timer' });
  }

  /** Lets everything end well. */
  calm(): void {
    this.isOffline = false;
    this.canStand = true;
    this.send({ type: 'underWay', underWay: 'nothing', accepted: undefined });
    this.send({ type: 'retry' });
    this.endWork(false, false);
    this.endWork(false, false);
    this.end++;
    this.send({ type: 'hint', position: undefined });
    for (let round = 0; round < 500 && (this.work.length > 0 || this.cursor !== this.end); round++) {
      if (this.work.length > 0) this.endWork(false, false);
      else {
        const waitMs = readerWaitMs(this.state, this.facts);
        this.#expect(waitMs < unhintedPullMs, 'what was announced is pulled soon');
        this.pass(waitMs);
      }
    }
    this.#expect(this.cursor === this.end, 'everything has come');
  }
}

function pageOf(from: Cursor, next: number): SentPage {
  return { from, events: [], next: positionAt(next), rights: 'rights' };
}
