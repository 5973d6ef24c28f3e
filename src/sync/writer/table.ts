import { impossible, nextIn, type Next, type Table } from '../machine.ts';
import {
  again,
  dropChosen,
  end,
  endLook,
  fail,
  hear,
  ifNewer,
  inAll,
  leaveReservation,
  look,
  markDue,
  noteStands,
  nowhere,
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
import { sendsOf } from './under-way.ts';

/**
 * The writer's table: what follows each event in each state; see `docs/sync-machines.md`.
 *
 *   look at the outbox -> choose frames and mark them sent (one transaction) -> push, four at a time
 *     -> store the results and choose what follows (one transaction) -> look
 *
 * The writer reads the whole outbox each time, so a lost event, a crash or another tab's append leaves nothing behind.
 */

export const writerCells: Table<WriterState, WriterEvent, WriterFacts, WriterEffect> = {
  start: { ...nowhere, ended: start },
  stop: { ...inAll(stop), ended: stay },
  wake: workWaits,
  changed: {
    resting: ifNewer(look),
    held: ifNewer(look),
    pausing: stay,
    looking: ifNewer(again),
    choosing: ifNewer(again),
    reserved: hear,
    ended: stay,
  },
  retry: retryNow,
  timer: { ...nowhere, resting: look, held: look, pausing: look, reserved: markDue },
  reserve: {
    resting: reserve('nothing'),
    held: stay,
    pausing: stay,
    looking: reserve('looking'),
    choosing: reserve('choosing'),
    reserved: stay,
    ended: stay,
  },
  'direct.sent': { ...nowhere, reserved: sendDirectly, ended: stay },
  'direct.released': { ...nowhere, reserved: (state, facts) => leaveReservation(state, true, facts), ended: stay },
  read: { ...nowhere, looking: takeLook, reserved: endLook, ended: stay },
  taken: { ...takeFrames, reserved: impossible, ended: impossible },
  returned: inAll(dropChosen),
  decided: pauseLanes,
  chosen: { ...nowhere, choosing: takeChoice, reserved: endLook, ended: dropChosen },
  replied: inAll(takeReply),
  unsettled: inAll(storeUnsettled),
  stored: takeStored,
  failed: inAll(fail),
  'page.stored': inAll(settle),
  stands: noteStands,
};

/**
 * Returns the state after an event, and its effects. The reader is notified when what is under way changes: that it is
 * nothing, only once a look has found nothing more to send.
 */
export function nextOfWriter(
  state: WriterState,
  facts: WriterFacts,
  event: WriterEvent,
): Next<WriterState, WriterEffect> | typeof impossible {
  const next = nextIn(writerCells, state, facts, event);
  // Inside a transaction nothing else may begin; the event that ends it tells the reader.
  const isInTransaction = event.type === 'taken' || event.type === 'decided';
  return next === impossible || isInTransaction ? next : notifyReader(next);
}

function notifyReader([state, ...effects]: Next<WriterState, WriterEffect>): Next<WriterState, WriterEffect> {
  const isAtRest = state.is === 'resting' || state.is === 'held' || state.is === 'pausing';
  const hasFrames = state.data.frames.length > 0;
  if (!hasFrames && !isAtRest && state.is !== 'ended') return [state, ...effects];
  const sends = state.is === 'ended' ? 'nothing' : sendsOf(state.data);
  const accepted = sends === 'nothing' ? state.data.accepted : undefined;
  const isNews = sends !== state.data.notified || accepted !== undefined;
  const data = isNews ? { ...state.data, notified: sends, ...(accepted && { accepted: undefined }) } : state.data;
  const isOver = isAtRest && !hasFrames && data.once;
  const after = isOver ? end({ ...state, data }, 'stopped') : { ...state, data };
  return [after, ...effects, ...(isNews ? [{ do: 'notifyReader', sends, accepted } as const] : [])];
}

/** Returns the state before the first run. @param size size of the first frame */
export function newWriter(size: WriterData['size'], isSentPages = false): WriterState {
  const data: WriterData = {
    frames: [],
    lanes: new Map(),
    until: 0,
    newest: -1,
    accepted: undefined,
    acceptedFrom: -Infinity,
    settled: new Set(),
    failures: 0,
    size,
    endedAt: 0,
    once: false,
    isSentPages,
    notified: 'nothing',
  };
  return { is: 'ended', why: 'new', data };
}

/** Returns the milliseconds until the writer looks without being asked: until the next pause ends, at most a minute. */
export function writerWaitMs({ data }: WriterState, { now }: WriterFacts): number {
  const due = [data.until, ...data.lanes.values()].filter((at) => at > now);
  return Math.min(drainEveryMs, ...due.map((at) => at - now));
}

/** Returns when the last call ended, or the end of the longest pause, whichever is later. */
export function activeAt({ data }: WriterState): number {
  return Math.max(data.endedAt, data.until, ...data.lanes.values());
}
