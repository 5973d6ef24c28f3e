import { SECOND } from '#domain/ground/units.ts';
import { impossible, nextIn, type Next, type Table } from '../machine.ts';
import {
  endPull,
  endSentPage,
  fail,
  inAll,
  getsPages,
  impossibleElsewhere,
  pull,
  retryNow,
  stand,
  start,
  startOver,
  stay,
  staysInAll,
  stop,
  takeApplied,
  takeCannotStand,
  takeChat,
  takeCursor,
  takeHint,
  takePage,
  takeReply,
  takeUnderWay,
  takeSentApplied,
  takeStartedOver,
} from './cells.ts';
import type { ReaderData, ReaderEffect, ReaderEvent, ReaderFacts, ReaderState } from './state.ts';

/**
 * The reader's table: what follows each event in each state; see `docs/sync-machines.md`.
 *
 *   no cursor, another epoch, too far behind, or events that an older version left out: a full snapshot, then pages
 *   a page mentions a stream this device does not have: a snapshot of that stream
 *   the end of the log: the tab stands there, and the server sends the next page by the socket
 *
 * Only pages move the cursor, each only from the very cursor that it begins at. Applying a page is idempotent, so every
 * tab may pull, and stand for itself.
 */

export const safetyPullMs = 60 * SECOND;
/** Pull interval while no socket delivers hints. */
export const unhintedPullMs = 15 * SECOND;
/** Time in ms that a tab that stands waits for the page with its own accepted command, before it pulls. */
const pageExpectedMs = 250;
/** First pause in ms while the feed lags behind an announced position. It doubles each time, up to 64 times this. */
const lagPauseMs = 20;

export const readerCells: Table<ReaderState, ReaderEvent, ReaderFacts, ReaderEffect> = {
  start: { ...impossibleElsewhere, ended: start },
  stop: { ...inAll(stop), ended: stay },
  hint: { ...inAll(takeHint), ended: stay },
  chat: { ...inAll(takeChat), ended: stay },
  page: inAll(takePage),
  underWay: inAll(takeUnderWay),
  canStand: { ...staysInAll, offline: pull, waiting: stand },
  cannotStand: { ...staysInAll, standing: takeCannotStand },
  retry: inAll(retryNow),
  timer: { ...impossibleElsewhere, offline: pull, standing: pull, waiting: pull, lagging: pull, pausing: pull },
  cursorRead: { ...impossibleElsewhere, catchingUp: takeCursor, ended: stay },
  replied: { ...impossibleElsewhere, catchingUp: takeReply, ended: stay },
  snapshotRequired: { ...impossibleElsewhere, catchingUp: startOver, ended: stay },
  startedOver: { ...impossibleElsewhere, catchingUp: takeStartedOver, ended: stay },
  applied: { ...impossibleElsewhere, catchingUp: takeApplied, ended: stay },
  sentApplied: { ...impossibleElsewhere, storingSent: takeSentApplied, ended: stay },
  wantedFetched: { ...impossibleElsewhere, catchingUp: endPull, storingSent: endSentPage, ended: stay },
  failed: { ...impossibleElsewhere, catchingUp: fail, storingSent: fail, ended: stay },
};

/** Returns the state after an event, and its effects. The writer learns whether the server sends this tab pages. */
export function nextOfReader(
  state: ReaderState,
  facts: ReaderFacts,
  event: ReaderEvent,
): Next<ReaderState, ReaderEffect> | typeof impossible {
  const next = nextIn(readerCells, state, facts, event);
  if (next === impossible) return impossible;
  const [after, ...effects] = next;
  const isSent = getsPages(after);
  if (isSent === after.data.notified) return next;
  const data = { ...after.data, notified: isSent };
  return [{ ...after, data }, { do: 'notifyWriter', getsPages: isSent }, ...effects];
}

/** Returns the state before the run. @param size number of events of the first page */
export function newReader(size: ReaderData['size']): ReaderState {
  const data: ReaderData = {
    target: undefined,
    targetSince: 0,
    vainPulls: 0,
    pages: [],
    last: undefined,
    completeAt: 0,
    completeStoredAt: -Infinity,
    failures: 0,
    size,
    writer: 'nothing',
    heldHints: undefined,
    notified: false,
  };
  return { is: 'ended', why: 'new', data };
}

/**
 * Returns the milliseconds until the reader pulls without a hint or a page. They count from the last time this tab had
 * everything.
 */
export function readerWaitMs(state: ReaderState, { now, isHinted }: ReaderFacts): number {
  const { target, targetSince, vainPulls, completeAt } = state.data;
  const everyMs = isHinted ? safetyPullMs : unhintedPullMs;
  if (state.is === 'pausing') return state.until - now;
  if (state.is === 'offline') return everyMs;
  if (target === undefined) return Math.max(0, completeAt + everyMs - now);
  const lookMs = state.is === 'standing' ? pageExpectedMs : lagPauseMs * 2 ** Math.min(vainPulls, 6);
  return Math.max(0, targetSince + lookMs - now);
}
