import { isAccepted } from '#domain/spine/retry-policy.ts';
import { afterReply, afterSilence, afterTooLarge } from '../adaptive-size.ts';
import { backOffMs } from '../back-off.ts';
import { effectsOf, isTriedAgain, type Failure } from '../failure.ts';
import { applyRow, impossible, inEach, type MachineCell, type Next, type MachineRow } from '../machine.ts';
import type { EntryResult } from './count-retries.ts';
import type { Frame } from './frames.ts';
import { aliasIn } from './results.ts';
import type {
  Reservation,
  WriterData,
  WriterEffect,
  WriterEnd,
  WriterEvent,
  WriterFacts,
  WriterState,
} from './state.ts';
import {
  busyLanes,
  countInFlight,
  findFrame,
  hasSlot,
  isAnyIdle,
  isSettled,
  mayCall,
  pausedLanes,
  withAccepted,
  withChanged,
  withFrames,
  without,
  withSeen,
} from './under-way.ts';

/** Cells of the writer's table: for a state and an event, the next state and the effects. Pure functions. */

const states = ['resting', 'held', 'pausing', 'looking', 'choosing', 'reserved', 'ended'] as const;

type StateOf<K extends WriterState['is']> = Extract<WriterState, { is: K }>;
type EventOf<T extends WriterEvent['type']> = Extract<WriterEvent, { type: T }>;
type WriterStep = Next<WriterState, WriterEffect>;
type ChangedData = readonly [data: WriterData, ...effects: WriterEffect[]];

/** Cells of one event, or of any. */
type WriterRow<T extends WriterEvent['type'] = WriterEvent['type']> = MachineRow<
  WriterState,
  EventOf<T>,
  WriterFacts,
  WriterEffect
>;

/* Shared cells. */

export function stay(state: WriterState): WriterStep {
  return [state];
}

/** Looks at the outbox, if anything could be sent now. Lanes whose pause has ended may be sent from here on. */
export function look({ data: before }: WriterState, facts: WriterFacts): WriterStep {
  const { now } = facts;
  const lanes = new Map([...before.lanes].filter(([, until]) => until > now));
  const data = { ...before, lanes, lookedAt: now };
  return whenPossible(data, facts, [{ is: 'looking', isDue: false, data }, { do: 'look' }]);
}

/** Goes on with this step, unless a pause, the network or frames in flight keep everything back. */
function whenPossible(data: WriterData, { now, isOffline }: WriterFacts, step: WriterStep): WriterStep {
  if (now < data.pausedUntil) return [{ is: 'pausing', data }];
  return isOffline || !hasSlot(data) ? [{ is: 'held', data }] : step;
}

function hold({ data }: WriterState): WriterStep {
  return [{ is: 'held', data }];
}

/** Looks once more when the present look or choice is over. */
export function lookAgain(state: StateOf<'looking' | 'choosing'>): WriterStep {
  return [{ ...state, isDue: true }];
}

/** Looks when the reservation is over. */
export function markDue(state: StateOf<'reserved'>, { now }: WriterFacts): WriterStep {
  return [{ ...state, isDue: true, data: { ...state.data, lookedAt: now } }];
}

/** Something may wait: look as soon as that is possible. */
export const workWaits: WriterRow = {
  resting: look,
  held: look,
  pausing: look,
  looking: lookAgain,
  choosing: lookAgain,
  reserved: markDue,
  ended: stay,
};
/** After a frame is gone: looks, because its slot and its lanes are free. In `resting` nothing was held back. */
const frameIsGone: WriterRow = { ...workWaits, resting: stay };
/** While the results of a frame are stored: waits, because that transaction chooses what follows, or a look comes after it. */
const storingResults: WriterRow = { ...workWaits, resting: hold, held: stay, pausing: stay };
const staysInAll: WriterRow = inEach(states, stay);

/** Takes a step with changed data. The effects of the change come before those of the step. */
function thenStep<S extends WriterState>(
  [data, ...effects]: ChangedData,
  state: S,
  go: (state: S) => WriterStep,
): WriterStep {
  const [next, ...more] = go({ ...state, data });
  return [next, ...effects, ...more];
}

/** Returns a row that changes the data, and then goes on as the cell of `row` for the present state. */
function change<T extends WriterEvent['type']>(
  make: (data: WriterData, event: EventOf<T>, facts: WriterFacts) => ChangedData,
  row: WriterRow = staysInAll,
): WriterRow<T> {
  return inAll((state, facts, event) =>
    thenStep(make(state.data, event, facts), state, (changed) => applyRow(row, changed, facts, event)),
  );
}

/** The same cell in all states. */
export function inAll<T extends WriterEvent['type']>(
  cell: MachineCell<WriterState, WriterState, EventOf<T>, WriterFacts, WriterEffect>,
): WriterRow<T> {
  return inEach(states, cell);
}

/** The row of an event that can happen in few states, which are added to it. */
export const impossibleElsewhere = inEach(states, impossible);

export function end(state: WriterState, why: WriterEnd): WriterState {
  return { is: 'ended', why, data: state.data };
}

/* Frames. */

function send(data: WriterData, frames: readonly Frame[], now: number): ChangedData {
  const effects = frames.map((frame): WriterEffect => ({ do: 'send', frame }));
  return [withFrames(data, frames, 'pushing', now), ...effects];
}

/** The frame is over, and the server has decided its commands. */
function finish(data: WriterData, frame: Frame, results: readonly EntryResult[], now: number): ChangedData {
  const from = findFrame(data, frame)?.startedAt ?? now;
  const done = { ...without(withAccepted(data, results, from), [frame]), failures: 0, endedAt: now };
  return [done, pushEnded];
}

const pushEnded: WriterEffect = { do: 'report', report: { type: 'push.ended', failed: false } };

/** The reply has come: its results are stored, unless a page is about to settle the command. */
export function takeReply(state: WriterState, facts: WriterFacts, event: EventOf<'replied'>): WriterStep {
  const { frame, results } = event;
  const data = { ...state.data, size: sizeAfter(state.data, event) };
  const goes = (changed: ChangedData, row: WriterRow): WriterStep =>
    thenStep(changed, state, (next) => applyRow(row, next, facts, event));
  // A page has already settled it.
  if (findFrame(data, frame) === undefined) return goes(finish(data, frame, [], facts.now), staysInAll);
  const lone = loneAccepted(results);
  if (lone !== undefined && data.settled.has(lone)) return goes(finish(data, frame, results, facts.now), frameIsGone);
  if (lone !== undefined && data.getsPages) {
    const waits = withChanged(data, frame, { stage: 'awaitingPage', isAccepted: true });
    return goes([waits, { do: 'awaitPage', frame, results }], staysInAll);
  }
  return goes(store(data, frame, results), storingResults);
}

/** No page has come in time: its results are stored after all. */
export function storeUnsettled(state: WriterState, facts: WriterFacts, event: EventOf<'unsettled'>): WriterStep {
  const { frame, results } = event;
  if (findFrame(state.data, frame) === undefined) return [state];
  const go = (next: WriterState): WriterStep => applyRow(storingResults, next, facts, event);
  return thenStep(store(state.data, frame, results), state, go);
}

function store(data: WriterData, frame: Frame, results: readonly EntryResult[]): ChangedData {
  return [withChanged(data, frame, { stage: 'storing' }), { do: 'store', frame, results }];
}

/** Returns the id of a single command that was accepted without an alias. */
function loneAccepted(results: readonly EntryResult[]): string | undefined {
  const [lone, ...others] = results;
  if (lone === undefined || others.length > 0 || !isAccepted(lone.result)) return undefined;
  return aliasIn(lone).length > 0 ? undefined : lone.entry.cmdId;
}

function sizeAfter({ size }: WriterData, { frame, results, tooLarge, ms }: EventOf<'replied'>): WriterData['size'] {
  // A single command at fault says nothing about the size of others.
  const isFault = results.some(({ result }) => result.s === 'rejected');
  const allowed = isFault || tooLarge === Infinity ? size : afterTooLarge(size, tooLarge);
  return afterReply(allowed, frame.bytes, ms);
}

/** Results are stored, and frames that follow were chosen in the same transaction. */
export const takeStored: WriterRow<'stored'> = {
  ...change<'stored'>((data, { frame, results, frames }, { now }) => {
    const [done, ...reports] = finish(data, frame, results, now);
    const [sent, ...effects] = send(done, frames, now);
    return [sent, ...reports, ...effects];
  }, frameIsGone),
  ended: (state, { now }, { frame, results, frames }) => {
    const [data] = finish(state.data, frame, results, now);
    return [{ ...state, data: without(data, frames) }];
  },
};

/** Pauses lanes whose first command the server has not decided. */
export const pauseLanes: WriterRow<'lanesPaused'> = change((data, { pauses }) => {
  const lanes = new Map(data.lanes);
  for (const [lane, until] of pauses) lanes.set(lane, Math.max(until, lanes.get(lane) ?? 0));
  return [{ ...data, lanes }];
});

/** Pages have taken these commands out of the outbox: frames of which nothing is left are gone. */
export function settle(state: WriterState, facts: WriterFacts, event: EventOf<'page.stored'>): WriterStep {
  if (state.data.frames.length === 0) return [state];
  const settled = new Set([...state.data.settled, ...event.cmdIds]);
  const gone = state.data.frames.filter((each) => isSettled(each, settled));
  const rest = without(
    { ...state.data, settled },
    gone.map(({ frame }) => frame),
  );
  // The replies to those that were settling have come; the others were not answered yet.
  const answered = gone.filter(({ stage }) => stage === 'awaitingPage');
  const data = answered.length === 0 ? rest : { ...rest, failures: 0, endedAt: facts.now };
  const row = gone.length === 0 ? staysInAll : frameIsGone;
  return thenStep([data, ...answered.map(() => pushEnded)], state, (next) => applyRow(row, next, facts, event));
}

/* Failures. */

/** A call or a transaction has failed. No command leaves the outbox by it. */
export function fail(state: WriterState, facts: WriterFacts, { by, failure, ms }: EventOf<'failed'>): WriterStep {
  const isFrame = by !== 'loop';
  // A page has already settled all of it, so the lost reply changes nothing.
  if (isFrame && findFrame(state.data, by) === undefined && failure.call === 'unreachable') return [state];
  const back = isFrame ? giveBack(state.data, by, failure, ms, facts.now) : state.data;
  if (state.is === 'ended') return [{ ...state, data: back }];
  if (failure.call === 'signedOut')
    return [end({ ...state, data: back }, 'signedOut'), { do: 'park', reason: failure.message }];
  if (failure.call === 'outdated')
    return [end({ ...state, data: back }, 'outdated'), { do: 'report', report: { type: 'client.refused' } }];
  if (!isTriedAgain(failure)) return [end({ ...state, data: back }, 'fenced')];
  const retryInMs = backOffMs(back.failures, facts.random, failure.retryAfterMs);
  const data = { ...back, failures: back.failures + 1, pausedUntil: Math.max(back.pausedUntil, facts.now + retryInMs) };
  const effects: WriterEffect[] = [
    ...effectsOf(failure, retryInMs),
    { do: 'report', report: { type: 'push.ended', failed: failure.isServerFailing } },
  ];
  const isLooking = isFrame && (state.is === 'looking' || state.is === 'choosing');
  if (isLooking) return [{ ...state, data, isDue: true }, ...effects];
  if (state.is === 'reserved')
    return [{ ...state, data, isDue: true, interrupted: isFrame ? state.interrupted : 'nothing' }, ...effects];
  return [{ is: 'pausing', data }, ...effects];
}

/** The frame is gone; its commands stay in the outbox, marked as sent. */
function giveBack(data: WriterData, frame: Frame, failure: Failure, ms: number, now: number): WriterData {
  const size = failure.isWithoutReply ? afterSilence(data.size, frame.bytes, ms) : data.size;
  return { ...without(data, [frame]), size, endedAt: now };
}

/* Looks and choices. */

export function takeLook(state: StateOf<'looking'>, facts: WriterFacts, { entries }: EventOf<'read'>): WriterStep {
  const data = withSeen(state.data, entries);
  const busy = busyLanes(data, facts.now);
  if (entries.some(({ lane }) => !busy.has(lane)))
    return whenPossible(data, facts, [{ is: 'choosing', isDue: false, data }, { do: 'choose' }]);
  if (state.isDue) return look({ ...state, data }, facts);
  return [{ is: isAnyIdle(data, entries) ? 'held' : 'resting', data }];
}

export function takeChoice(state: StateOf<'choosing'>, facts: WriterFacts, { frames }: EventOf<'chosen'>): WriterStep {
  return thenStep(send(state.data, frames, facts.now), state, (next) => (next.isDue ? look : hold)(next, facts));
}

/** Frames are chosen inside a transaction. None are while an append has reserved the writer, or after the end. */
export const takeFrames: WriterRow<'taken'> = change((data, { frames }, { now }) => [
  withFrames(data, frames, 'taken', now),
]);

/** Gives up frames: their transaction has failed, or the run has ended, and the next one sends them. */
export function dropChosen(
  state: WriterState,
  _facts: WriterFacts,
  { frames }: EventOf<'chosen' | 'choiceFailed'>,
): WriterStep {
  return [{ ...state, data: without(state.data, frames) }];
}

/** The look or choice that was running when the reservation began has ended. */
export function endLook(state: StateOf<'reserved'>): WriterStep {
  return [{ ...state, interrupted: 'nothing', isDue: true }];
}

/* Direct sends. */

/** Reserves the writer for one append, if sending now cannot overtake anything. */
export function reserve(interrupted: Reservation['interrupted']) {
  return (state: StateOf<'resting' | 'looking' | 'choosing'>, facts: WriterFacts): WriterStep => {
    const { data } = state;
    const isFree = mayCall(data, facts) && countInFlight(data) === 0 && pausedLanes(data, facts.now).length === 0;
    const isDue = 'isDue' in state && state.isDue;
    return [isFree ? { is: 'reserved', interrupted, isDue, heard: -1, data } : state];
  };
}

/** Goes on with the earlier work of the loop, and looks if that is due. */
export function leaveReservation(state: StateOf<'reserved'>, isDue: boolean, facts: WriterFacts): WriterStep {
  const { interrupted, data } = state;
  if (interrupted !== 'nothing') return [{ is: interrupted, isDue, data }];
  return isDue ? look(state, facts) : [{ is: 'resting', data }];
}

export function sendDirectly(
  state: StateOf<'reserved'>,
  facts: WriterFacts,
  { frame }: EventOf<'direct.sent'>,
): WriterStep {
  const sent = send(withSeen(state.data, frame.entries), [frame], facts.now);
  return thenStep(sent, state, (next) =>
    leaveReservation(next, next.isDue || next.heard > next.data.newestSeen, facts),
  );
}

export function hear(state: StateOf<'reserved'>, _facts: WriterFacts, { highest }: EventOf<'changed'>): WriterStep {
  return [{ ...state, heard: Math.max(state.heard, highest) }];
}

/** A change of an older record is no reason to look: what is to be sent is always in a new one. */
export function ifNewer<K extends WriterState>(cell: (state: K, facts: WriterFacts) => WriterStep) {
  return (state: K, facts: WriterFacts, { highest }: EventOf<'changed'>): WriterStep =>
    highest > state.data.newestSeen ? cell(state, facts) : [state];
}

/* Ends. */

export function start(state: StateOf<'ended'>, facts: WriterFacts, { once }: EventOf<'start'>): WriterStep {
  const mayStart = state.why === 'new' || state.why === 'stopped';
  return mayStart ? look({ ...state, data: { ...state.data, once } }, facts) : [state];
}

export function stop(state: WriterState): WriterStep {
  return [end(state, 'stopped')];
}

/** Ends the pause after a failed call; paused lanes stay paused. */
export const retryNow: WriterRow<'retry'> = change((data) => [{ ...data, pausedUntil: 0, failures: 0 }], workWaits);

export const notePages: WriterRow<'pagesChanged'> = change((data, { getsPages }) => [{ ...data, getsPages }]);
