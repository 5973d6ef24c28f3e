import { impossible, nextIn, type Next, type Table } from '../machine.ts';
import {
  dropChosen,
  end,
  endLook,
  fail,
  hear,
  ifNewer,
  inAll,
  leaveReservation,
  look,
  lookAgain,
  markDue,
  notePages,
  impossibleElsewhere,
  pauseLanes,
  reserve,
  retryNow,
  sendDirectly,
  settle,
  start,
  stay,
  stop,
  storeUnsettled,
  takeChoice,
  takeFrames,
  takeLook,
  takeReply,
  takeStored,
  workWaits,
} from './cells.ts';
import { drainEveryMs } from './parts.ts';
import type { WriterData, WriterEffect, WriterEvent, WriterFacts, WriterState } from './state.ts';
import { countUnderWay } from './under-way.ts';

/**
 * The writer's table: what follows each event in each state; see `docs/sync-machines.md`.
 *
 *   look at the outbox -> choose frames and mark them sent (one transaction) -> push, four at a time
 *     -> store the results and choose what follows (one transaction) -> look
 *
 * The writer reads the whole outbox each time, so a lost event, a crash or another tab's append leaves nothing behind.
 */

export const writerCells: Table<WriterState, WriterEvent, WriterFacts, WriterEffect> = {
  start: { ...impossibleElsewhere, ended: start },
  stop: { ...inAll(stop), ended: stay },
  wake: workWaits,
  changed: {
    resting: ifNewer(look),
    held: ifNewer(look),
    pausing: ifNewer(look),
    looking: ifNewer(lookAgain),
    choosing: ifNewer(lookAgain),
    reserved: hear,
    ended: stay,
  },
  retry: retryNow,
  timer: { ...impossibleElsewhere, resting: look, held: look, pausing: look, reserved: markDue },
  reserve: {
    resting: reserve('nothing'),
    held: stay,
    pausing: stay,
    looking: reserve('looking'),
    choosing: reserve('choosing'),
    reserved: stay,
    ended: stay,
  },
  'direct.sent': { ...impossibleElsewhere, reserved: sendDirectly, ended: stay },
  'direct.released': {
    ...impossibleElsewhere,
    reserved: (state, facts) => leaveReservation(state, true, facts),
    ended: stay,
  },
  read: { ...impossibleElsewhere, looking: takeLook, reserved: endLook, ended: stay },
  taken: { ...takeFrames, reserved: impossible, ended: impossible },
  choiceFailed: inAll(dropChosen),
  lanesPaused: pauseLanes,
  chosen: { ...impossibleElsewhere, choosing: takeChoice, reserved: endLook, ended: dropChosen },
  replied: inAll(takeReply),
  unsettled: inAll(storeUnsettled),
  stored: takeStored,
  failed: inAll(fail),
  'page.stored': inAll(settle),
  pagesChanged: notePages,
};

/**
 * Returns the state after an event, and its effects. The reader is notified when what is under way changes; of
 * `nothing` once the writer rests, waits or has ended, so not while a look may find more to send.
 */
export function nextOfWriter(
  state: WriterState,
  facts: WriterFacts,
  event: WriterEvent,
): Next<WriterState, WriterEffect> | typeof impossible {
  const next = nextIn(writerCells, state, facts, event);
  // Inside a transaction nothing else may begin; the event that ends it tells the reader.
  const isInTransaction = event.type === 'taken' || event.type === 'lanesPaused';
  // News that a former writer of this tab still gets says nothing about what the present one has under way.
  const isOver = state.is === 'ended' && event.type !== 'start';
  return next === impossible || isInTransaction || isOver ? next : endOnce(notifyReader(next));
}

/** Adds the notice to the reader, if what is under way has changed. */
function notifyReader([state, ...effects]: Next<WriterState, WriterEffect>): Next<WriterState, WriterEffect> {
  const { data } = state;
  const mayFindMore = data.frames.length === 0 && !isAtRest(state) && state.is !== 'ended';
  if (mayFindMore) return [state, ...effects];
  const underWay = state.is === 'ended' ? 'nothing' : countUnderWay(data);
  const accepted = underWay === 'nothing' ? data.accepted : undefined;
  if (underWay === data.notified && accepted === undefined) return [state, ...effects];
  const next = { ...data, notified: underWay, ...(accepted && { accepted: undefined }) };
  return [{ ...state, data: next }, ...effects, { do: 'notifyReader', underWay, accepted }];
}

/** Ends a run that was to end as soon as nothing is under way and nothing can be sent. */
function endOnce([state, ...effects]: Next<WriterState, WriterEffect>): Next<WriterState, WriterEffect> {
  const isOver = state.data.once && isAtRest(state) && state.data.frames.length === 0;
  return [isOver ? end(state, 'stopped') : state, ...effects];
}

function isAtRest({ is }: WriterState): boolean {
  return is === 'resting' || is === 'held' || is === 'pausing';
}

/** Returns the state before the first run. @param size size of the first frame */
export function newWriter(size: WriterData['size']): WriterState {
  const data: WriterData = {
    frames: [],
    lanes: new Map(),
    lookedAt: 0,
    pausedUntil: 0,
    newestSeen: -1,
    accepted: undefined,
    acceptedCallAt: -Infinity,
    settled: new Set(),
    failures: 0,
    size,
    endedAt: 0,
    once: false,
    getsPages: false,
    notified: 'nothing',
  };
  return { is: 'ended', why: 'new', data };
}

/**
 * Returns the milliseconds until the writer looks without being asked: until the next pause ends, at most a minute
 * after the last look.
 */
export function writerWaitMs({ is, data }: WriterState, { now }: WriterFacts): number {
  const pauses = is === 'reserved' ? [] : [...(is === 'pausing' ? [data.pausedUntil] : []), ...data.lanes.values()];
  return Math.max(0, Math.min(data.lookedAt + drainEveryMs, ...pauses) - now);
}

/** Returns when the last call ended, or the end of the longest pause, whichever is later. */
export function activeAt({ data }: WriterState): number {
  return Math.max(data.endedAt, data.pausedUntil, ...data.lanes.values());
}
