import { laterPosition, type Cursor } from '#domain/spine/wire/sync.ts';
import type { Lane } from '#domain/spine/commands.ts';
import type { OutboxEntry } from '../../../src/db/schema.ts';
import { Unreachable } from '../../../src/net/errors.ts';
import { firstSize } from '../../../src/sync/adaptive-size.ts';
import { syncFailureOf } from '../../../src/sync/failure.ts';
import { impossible } from '../../../src/sync/machine.ts';
import type { EntryResult } from '../../../src/sync/writer/count-retries.ts';
import type { Frame } from '../../../src/sync/writer/frames.ts';
import { drainEveryMs, framesInFlight } from '../../../src/sync/writer/parts.ts';
import type { WriterEffect, WriterEvent, WriterState } from '../../../src/sync/writer/state.ts';
import { newWriter, nextOfWriter, writerWaitMs } from '../../../src/sync/writer/table.ts';
import { busyLanes, countInFlight } from '../../../src/sync/writer/under-way.ts';
import { positionAt } from './user.ts';

/** The writer's table with a model of the outbox, the server and the reader, which ends its effects. */

type Work = Extract<WriterEffect, { do: 'look' | 'choose' | 'send' | 'awaitPage' | 'store' }>;
export type Fate = 'accepted' | 'retry' | 'lost';

export class WriterModel {
  state: WriterState = newWriter(firstSize({ first: 128_000, least: 4000, most: 256_000 }));
  now = 1;
  isOffline = false;
  /** Effects that have begun and not ended. */
  work: Work[] = [];
  /** Commands without an accepting receipt. */
  entries: OutboxEntry[] = [];
  /** Commands marked as sent in a transaction that has committed. */
  readonly marked = new Set<number>();
  /** The furthest position at which a command was accepted, and the furthest the reader was notified of. */
  accepted: Cursor = positionAt(0);
  notified: Cursor = positionAt(0);
  /** Until when the server has asked lanes to wait. */
  readonly #asked = new Map<string, number>();
  /** What did not hold. */
  readonly problems: string[] = [];
  readonly #steps: string[] = [];
  /** The outbox when the present look began: it sees nothing that comes later. */
  #read: OutboxEntry[] = [];
  #records = 0;
  #log = 0;

  /** Takes a step, and notes what does not hold after it. */
  send(event: WriterEvent): void {
    this.#steps.push(`${event.type} in ${this.state.is}`);
    const next = nextOfWriter(this.state, { now: this.now, isOffline: this.isOffline, random: 0.5 }, event);
    if (next === impossible) return this.#expect(false, 'what happens is possible');
    const [state, ...effects] = next;
    if (event.type === 'reserve' && state.is === 'reserved')
      this.#expect(countInFlight(state.data) === 0, 'nothing is in flight when an append sends its own');
    this.state = state;
    for (const effect of effects) this.#begin(effect);
    this.#check();
  }

  /** Notes that something does not hold, with the steps that led to it. */
  #expect(holds: boolean, what: string): void {
    if (!holds) this.problems.push(`${what}: ${this.#steps.slice(-12).join(', ')}`);
  }

  #begin(effect: WriterEffect): void {
    if (effect.do === 'look') this.#read = [...this.entries];
    if (effect.do === 'notifyReader' && effect.accepted !== undefined)
      this.notified = laterPosition(this.notified, effect.accepted);
    if (effect.do === 'send')
      this.#expect(
        effect.frame.entries.every(({ n }) => this.marked.has(n)),
        'only what is marked is sent',
      );
    if (['look', 'choose', 'send', 'awaitPage', 'store'].includes(effect.do)) this.work.push(effect as Work);
  }

  #check(): void {
    const { data } = this.state;
    const lanes = data.frames.flatMap(({ frame, stage }) =>
      stage === 'taken' || stage === 'pushing' ? [...frame.lanes] : [],
    );
    this.#expect(new Set(lanes).size === lanes.length, 'a lane is in one frame');
    this.#expect(countInFlight(data) <= framesInFlight, 'four frames at most');
    const looks = this.work.filter((each) => each.do === 'look' || each.do === 'choose');
    this.#expect(looks.length <= 1, 'one look at a time');
    if (this.state.is === 'resting' || this.state.is === 'ended')
      this.#expect(
        (data.notified === 'nothing') === (data.frames.length === 0 || this.state.is === 'ended'),
        'the reader knows what is under way',
      );
  }

  /** Stores a command, as an append does. */
  append(lane: number): OutboxEntry {
    const n = ++this.#records * 1024;
    const entry = {
      n,
      cmdId: `c${n}`,
      type: 'chat.send',
      lane: `room:${lane}` as Lane,
      deps: [],
    } as unknown as OutboxEntry;
    this.entries.push(entry);
    return entry;
  }

  /** Appends, and lets the append send its command if the writer can be reserved. */
  appendDirectly(lane: number): void {
    const wasReserved = this.state.is === 'reserved';
    if (!wasReserved) this.send({ type: 'reserve' });
    const isGranted = !wasReserved && this.state.is === 'reserved';
    const accepted = new Set(this.state.data.frames.flatMap((each) => (each.isAccepted ? each.frame.entries : [])));
    const waits = this.entries.some((entry) => !accepted.has(entry));
    const entry = this.append(lane);
    this.send({ type: 'changed', highest: entry.n / 1024 });
    if (isGranted && !waits) {
      this.marked.add(entry.n);
      this.send({ type: 'direct.sent', frame: frameOf([entry]) });
    } else if (isGranted) this.send({ type: 'direct.released' });
    else this.send({ type: 'wake' });
  }

  /** Ends an effect in one of the ways in which it can end. */
  end(work: Work, fate: Fate): void {
    this.work = this.work.filter((each) => each !== work);
    if (work.do === 'look') this.send({ type: 'read', entries: this.#read });
    else if (work.do === 'choose') this.#choose(fate);
    else if (work.do === 'send') this.#reply(work.frame, fate);
    else if (work.do === 'awaitPage') this.send({ type: 'unsettled', frame: work.frame, results: work.results });
    else this.#store(work.frame, work.results, fate);
  }

  #choose(fate: Fate): void {
    const frames = this.#take();
    if (fate === 'lost') {
      if (frames.length > 0) this.send({ type: 'choiceFailed', frames });
      return this.send({ type: 'failed', by: 'loop', failure: syncFailureOf(new Error('no disk')), ms: 0 });
    }
    this.#mark(frames);
    this.send({ type: 'chosen', frames });
  }

  /** Chooses frames of one command each, inside a transaction. */
  #take(done?: Frame): Frame[] {
    const { data, is } = this.state;
    if (this.isOffline || this.now < data.pausedUntil || is === 'reserved' || is === 'ended') return [];
    const busy = busyLanes(data, this.now, done);
    const frames: Frame[] = [];
    for (const entry of this.entries) {
      if (busy.has(entry.lane) || countInFlight(data, done) + frames.length >= framesInFlight) continue;
      busy.add(entry.lane);
      frames.push(frameOf([entry]));
    }
    for (const { entries } of frames)
      for (const { lane } of entries)
        this.#expect((this.#asked.get(lane) ?? 0) <= this.now, 'a lane waits as long as it was asked to');
    if (frames.length > 0) this.send({ type: 'taken', frames });
    return frames;
  }

  #mark(frames: readonly Frame[]): void {
    for (const { entries } of frames) for (const { n } of entries) this.marked.add(n);
  }

  #reply(frame: Frame, fate: Fate): void {
    if (fate === 'lost') return this.#fail(frame, new Unreachable('lost', { network: 'ECONNABORTED' }));
    const pos = positionAt(++this.#log);
    const results = frame.entries.map((entry): EntryResult => {
      const { cmdId } = entry;
      return { entry, result: fate === 'retry' ? { cmdId, s: 'retry', afterMs: 1000 } : { cmdId, s: 'ok', pos } };
    });
    const isKnown = this.state.data.frames.some((each) => each.frame === frame);
    if (fate === 'accepted' && isKnown && this.state.is !== 'ended') this.accepted = pos;
    this.send({ type: 'replied', frame, results, tooLarge: Infinity, ms: 10 });
  }

  #fail(frame: Frame, error: Error): void {
    this.send({ type: 'failed', by: frame, failure: syncFailureOf(error), ms: 10 });
  }

  #store(frame: Frame, results: readonly EntryResult[], fate: Fate): void {
    if (fate === 'lost') return this.#fail(frame, new DOMException('full', 'QuotaExceededError'));
    this.#remove(results.flatMap(({ entry, result }) => (result.s === 'ok' ? [entry.cmdId] : [])));
    const pauses = results.flatMap(({ entry, result }) =>
      result.s === 'retry' ? [[entry.lane, this.now + 1000] as const] : [],
    );
    for (const [lane, until] of pauses) this.#asked.set(lane, until);
    this.send({ type: 'lanesPaused', pauses: new Map(pauses) });
    const own = new Set(frame.entries);
    const frames = this.entries.some((entry) => !own.has(entry)) ? this.#take(frame) : [];
    this.#mark(frames);
    this.send({ type: 'stored', frame, results, frames });
  }

  #remove(cmdIds: readonly string[]): void {
    this.entries = this.entries.filter(({ cmdId }) => !cmdIds.includes(cmdId));
  }

  /** A page takes the commands of the first frame that the server has accepted out of the outbox. */
  storePage(): void {
    const accepted = this.state.data.frames.find(({ stage }) => stage === 'awaitingPage' || stage === 'pushing');
    if (accepted === undefined) return;
    const cmdIds = accepted.frame.entries.map(({ cmdId }) => cmdId);
    this.#remove(cmdIds);
    this.notified = this.accepted;
    this.send({ type: 'page.stored', cmdIds });
    this.#expect(!this.state.data.frames.includes(accepted), 'what a page has settled is over');
  }

  /** Lets time pass. @param isOnTime whether the timer comes; if not, something else wakes the writer before it */
  pass(ms: number, isOnTime = true): void {
    this.now += ms;
    if (!isOnTime) return;
    const isAsleep = ['resting', 'held', 'pausing', 'reserved'].includes(this.state.is);
    if (isAsleep) this.send({ type: 'timer' });
  }

  /** Whether a run is over, and with it what its loop has begun. */
  get mayStart(): boolean {
    return this.state.is === 'ended' && this.work.every((each) => each.do !== 'look' && each.do !== 'choose');
  }

  /** Lets everything end well. */
  calm(): void {
    this.isOffline = false;
    this.send({ type: 'retry' });
    for (let round = 0; round < 2000; round++) {
      if (this.mayStart) this.send({ type: 'start', once: false });
      const [work] = this.work;
      const facts = { now: this.now, isOffline: false, random: 0.5 };
      const waitMs = writerWaitMs(this.state, facts);
      // Whatever waits was announced: the look of every minute finds nothing new.
      if (work === undefined && this.entries.length > 0)
        this.#expect(waitMs < drainEveryMs, 'what waits was announced');
      if (work === undefined) this.pass(waitMs);
      else this.end(work, 'accepted');
      if (this.entries.length === 0 && this.work.length === 0 && this.state.is === 'resting') return;
    }
    this.#expect(false, 'everything has arrived');
  }
}

function frameOf(entries: OutboxEntry[]): Frame {
  return { entries, lanes: new Set(entries.map(({ lane }) => lane)), bytes: 100 };
}
