import { comparePositions, hasPassed, laterPosition, type Cursor } from '#domain/spine/wire/sync.ts';
import { SECOND } from '#domain/ground/units.ts';
import { afterRefusal, afterReply, afterSilence } from '../adaptive-size.ts';
import { backOffMs } from '../back-off.ts';
import { effectsOf } from '../failure.ts';
import { applyRow, impossible, inEach, type MachineCell, type Next, type MachineRow } from '../machine.ts';
import type { ReaderData, ReaderEffect, ReaderEvent, ReaderFacts, ReaderState } from './state.ts';

/** Cells of the reader's table: for a state and an event, the next state and the effects. Pure functions. */

/** Minimum time in ms between two writes of `lastSyncedAt`: with every page of a busy room, they would cost requests. */
const storedCompleteMs = 10 * SECOND;
/** Time in ms after which the next hint releases the held ones: other users may write, too. */
const heldMs = 2000;

const states = ['offline', 'catchingUp', 'storingSent', 'standing', 'waiting', 'lagging', 'pausing', 'ended'] as const;

type StateOf<K extends ReaderState['is']> = Extract<ReaderState, { is: K }>;
type EventOf<T extends ReaderEvent['type']> = Extract<ReaderEvent, { type: T }>;
type ReaderStep = Next<ReaderState, ReaderEffect>;
type ReaderRow = MachineRow<ReaderState, ReaderEvent, ReaderFacts, ReaderEffect>;

/* Shared cells. */

export function stay(state: ReaderState): ReaderStep {
  return [state];
}

/** Pulls, after the pages that wait. */
export function pull({ data }: ReaderState, facts: ReaderFacts): ReaderStep {
  if (facts.isOffline) return [{ is: 'offline', data }];
  if (data.pages.length > 0) return storeSent(data, true, undefined, facts);
  return [
    { is: 'catchingUp', hasBegun: false, isDue: false, pulled: 0, reached: undefined, data },
    { do: 'report', report: { type: 'pull.started' } },
    { do: 'readCursor' },
  ];
}

/** Pulls when the present work is over. A pull that has not asked for a page yet brings what was announced. */
function pullAgain(state: StateOf<'catchingUp' | 'storingSent'>): ReaderStep {
  return [state.is === 'catchingUp' && !state.hasBegun ? state : { ...state, isDue: true }];
}

/** Stands at the end of the log; not while this device sends a queue: most of what it would be sent is its own. */
export function stand({ at, data }: StateOf<'waiting'>): ReaderStep {
  return data.writer === 'many'
    ? [{ is: 'waiting', at, data }]
    : [
        { is: 'standing', at, data },
        { do: 'stand', at },
      ];
}

/** There may be new events. A hint does not shorten the pause that the server may have asked for. */
const hinted: ReaderRow = {
  offline: pull,
  catchingUp: pullAgain,
  storingSent: pullAgain,
  standing: pull,
  waiting: pull,
  lagging: pull,
  pausing: stay,
  ended: stay,
};
export const staysInAll: ReaderRow = inEach(states, stay);

/** Goes on as the row says for the present state, with this data. */
function goOn(
  row: ReaderRow,
  state: ReaderState,
  data: ReaderData,
  facts: ReaderFacts,
  event: ReaderEvent,
): ReaderStep {
  return applyRow(row, { ...state, data }, facts, event);
}

/** The same cell in all states. */
export function inAll<T extends ReaderEvent['type']>(
  cell: MachineCell<ReaderState, ReaderState, EventOf<T>, ReaderFacts, ReaderEffect>,
) {
  return inEach(states, cell);
}

/** The row of an event that can happen in few states, which are added to it. */
export const impossibleElsewhere = inEach(states, impossible);

/* The announced position. */

function withTarget(data: ReaderData, position: Cursor | undefined, now: number): ReaderData {
  if (position === undefined) return data;
  const target = laterPosition(data.target, position);
  return target === data.target ? data : { ...data, target, targetSince: now };
}

/** Drops the announced position once it is reached, or when it is of another epoch and never will be. */
function withoutPassed(data: ReaderData, at: Cursor): ReaderData {
  const { target } = data;
  if (target === undefined || (target.epoch === at.epoch && !hasPassed(at, target))) return data;
  return { ...data, target: undefined, vainPulls: 0 };
}

/**
 * Drops the announced position if the cursor has moved back, which means that a tab has started over: positions
 * announced before that may never be reached.
 */
function withCursor(data: ReaderData, from: Cursor): ReaderData {
  const { last } = data;
  const hasGoneBack = last?.epoch === from.epoch && comparePositions(last, from) > 0;
  return { ...data, last: from, ...(hasGoneBack && { target: undefined, vainPulls: 0 }) };
}

/* Hints. */

/** Follows a hint, or holds it back while commands of this device are under way. */
export function takeHint(state: ReaderState, facts: ReaderFacts, event: EventOf<'hint' | 'chat'>): ReaderStep {
  const position = event.type === 'hint' ? event.position : undefined;
  const { data } = state;
  if (data.writer === 'nothing') return goOn(hinted, state, withTarget(data, position, facts.now), facts, event);
  const since = data.heldHints?.since ?? facts.now;
  const heldHints = {
    since,
    position: position === undefined ? data.heldHints?.position : laterPosition(data.heldHints?.position, position),
  };
  if (facts.now - since <= heldMs) return [{ ...state, data: { ...data, heldHints } }];
  return goOn(hinted, state, withHintsFollowed(data, heldHints, facts.now), facts, event);
}

/** Ends the holding of hints: their position is the target. */
function withHintsFollowed(data: ReaderData, held: NonNullable<ReaderData['heldHints']>, now: number): ReaderData {
  return withTarget({ ...data, heldHints: undefined }, held.position, now);
}

/** A chat event says nothing new where the server sends pages. */
export function takeChat(state: ReaderState, facts: ReaderFacts, event: EventOf<'chat'>): ReaderStep {
  return getsPages(state) ? [state] : takeHint(state, facts, event);
}

/** Whether the server sends this tab what is new, in pages. */
export function getsPages({ is, data }: ReaderState): boolean {
  return is === 'standing' || is === 'storingSent' || data.pages.length > 0;
}

/**
 * Takes a change in what the writer has under way. Once that is nothing, held hints are released. Else the position of
 * the last accepted command is the target, unless this tab has passed it: a tab that stands is sent the page, others pull.
 */
export function takeUnderWay(state: ReaderState, facts: ReaderFacts, event: EventOf<'underWay'>): ReaderStep {
  const { underWay, accepted } = event;
  const data = { ...state.data, writer: underWay };
  if (underWay !== 'nothing') return [{ ...state, data }];
  const at = 'at' in state ? state.at : undefined;
  const isNew = accepted !== undefined && (at === undefined || !hasPassed(at, accepted));
  const aimed = isNew ? withTarget(data, accepted, facts.now) : data;
  const { heldHints } = aimed;
  if (heldHints !== undefined) return goOn(hinted, state, withHintsFollowed(aimed, heldHints, facts.now), facts, event);
  // No pull is needed if a sent page still waits, or if this tab gets pages: the server sends what is new.
  const mustPull = isNew && data.pages.length === 0;
  const row: ReaderRow = {
    ...staysInAll,
    offline: pull,
    waiting: stand,
    ...(mustPull && { catchingUp: pullAgain }),
    ...(isNew && { lagging: pull }),
  };
  return goOn(row, state, aimed, facts, event);
}

/* Sent pages. */

export function takePage(state: ReaderState, facts: ReaderFacts, { page }: EventOf<'page'>): ReaderStep {
  const data = { ...state.data, pages: [...state.data.pages, page] };
  if (state.is === 'ended') return [state];
  if (state.is === 'catchingUp' || state.is === 'storingSent' || (state.is === 'offline' && facts.isOffline))
    return [{ ...state, data }];
  const isDue = state.is === 'offline' || state.is === 'pausing';
  return storeSent(data, isDue, 'at' in state ? state.at : undefined, facts);
}

/** Stores the first of the pages that wait. */
function storeSent(data: ReaderData, isDue: boolean, at: Cursor | undefined, { now }: ReaderFacts): ReaderStep {
  const [page] = data.pages;
  if (page === undefined) throw new Error('No page waits.');
  const storesComplete = now - data.completeStoredAt >= storedCompleteMs;
  return [
    { is: 'storingSent', isDue, at, data },
    { do: 'reportRights', rights: page.rights },
    { do: 'applySent', page, storesComplete },
  ];
}

export function takeSentApplied(
  state: StateOf<'storingSent'>,
  facts: ReaderFacts,
  event: EventOf<'sentApplied'>,
): ReaderStep {
  const [page] = state.data.pages;
  const { as, cursor } = event;
  if (page === undefined || cursor === undefined || !hasPassed(cursor, page.next))
    return pull({ ...state, data: withoutPage(state.data) }, facts);
  const data = {
    ...withoutPassed({ ...state.data, last: cursor }, cursor),
    completeAt: facts.now,
    ...(event.storesComplete && as !== 'elsewhere' && { completeStoredAt: facts.now }),
  };
  // Another tab may have stored it, or have passed it by a snapshot, which settles no command by its events.
  const { events } = page;
  const effects: ReaderEffect[] = [
    { do: 'dropEarly', events },
    ...(as === 'elsewhere' ? [] : [{ do: 'reportSettled', events } as const]),
  ];
  if (as === 'wanting') return [{ ...state, at: cursor, data }, ...effects, { do: 'fetchWanted' }];
  const [next, ...more] = arrive(withoutPage(data), cursor, state.isDue, facts);
  return [next, ...effects, { do: 'reportCaughtUp' }, ...more];
}

function withoutPage(data: ReaderData): ReaderData {
  return { ...data, pages: data.pages.slice(1) };
}

/** The tab has everything up to here: it stands, unless there is something to store or to pull. */
function arrive(before: ReaderData, at: Cursor, isDue: boolean, facts: ReaderFacts): ReaderStep {
  const data = { ...before, failures: 0 };
  if (data.pages.length > 0) return storeSent(data, isDue, at, facts);
  if (isDue) return pull({ is: 'waiting', at, data }, facts);
  if (data.target !== undefined && data.vainPulls > 0) return [{ is: 'lagging', at, data }];
  return stand({ is: 'waiting', at, data });
}

/* Pulls. */

export function takeCursor(
  state: StateOf<'catchingUp'>,
  _facts: ReaderFacts,
  event: EventOf<'cursorRead'>,
): ReaderStep {
  const { from, isMissing } = event;
  if (from === undefined || isMissing)
    return [
      { ...state, hasBegun: true },
      { do: 'startOver', from },
    ];
  const data = withCursor(state.data, from);
  return [
    { ...state, hasBegun: true, data },
    { do: 'ask', from, limit: data.size.now },
  ];
}

export function takeReply(state: StateOf<'catchingUp'>, _facts: ReaderFacts, event: EventOf<'replied'>): ReaderStep {
  const { next, more, rights, count, ms } = event;
  const data = { ...state.data, size: afterReply(state.data.size, count, ms) };
  return [
    { ...state, data },
    ...(rights === undefined ? [] : [{ do: 'reportRights', rights } as const]),
    ...(more ? [{ do: 'askAhead', from: next, limit: data.size.now } as const] : []),
    { do: 'apply' },
  ];
}

export function takeApplied(state: StateOf<'catchingUp'>, { now }: ReaderFacts, event: EventOf<'applied'>): ReaderStep {
  const { isElsewhere, more, next, events } = event;
  const pulled = state.pulled + events.length;
  const isLast = !more && !isElsewhere;
  const data = isLast ? { ...state.data, completeStoredAt: now } : state.data;
  return [
    { ...state, pulled, reached: next, data },
    ...(isElsewhere ? [] : [{ do: 'dropEarly', events } as const]),
    // Only at the end of the log does a page settle commands by their events.
    ...(isLast
      ? ([{ do: 'reportSettled', events }, { do: 'fetchWanted' }] as const)
      : ([{ do: 'report', report: { type: 'pull.advanced', pulled } }, { do: 'readCursor' }] as const)),
  ];
}

export function takeStartedOver(
  state: StateOf<'catchingUp'>,
  _facts: ReaderFacts,
  event: EventOf<'startedOver'>,
): ReaderStep {
  return [state, ...(event.isRequeued ? [{ do: 'wakeWriter' } as const] : []), { do: 'readCursor' }];
}

/** The pull is at the end of the log, and has fetched all wanted streams. It is repeated for a target that it has not found. */
export function endPull(state: StateOf<'catchingUp'>, facts: ReaderFacts, event: EventOf<'wantedFetched'>): ReaderStep {
  const { reached } = state;
  if (event.isDue || reached === undefined) return [state, { do: 'readCursor' }];
  const passed = withoutPassed({ ...state.data, completeAt: facts.now }, reached);
  const data =
    passed.target === undefined ? passed : { ...passed, vainPulls: passed.vainPulls + 1, targetSince: facts.now };
  const [next, ...effects] = arrive(data, reached, state.isDue, facts);
  return [next, { do: 'reportCaughtUp' }, ...effects];
}

/** A sent page is stored, and the streams that it wanted are fetched. */
export function endSentPage(
  state: StateOf<'storingSent'>,
  facts: ReaderFacts,
  event: EventOf<'wantedFetched'>,
): ReaderStep {
  const data = withoutPage(state.data);
  const at = state.at ?? data.last;
  if (at === undefined) return pull({ ...state, data }, facts);
  const [next, ...effects] = arrive(data, at, state.isDue || event.isDue, facts);
  return [next, { do: 'reportCaughtUp' }, ...effects];
}

/** A call or a write has failed: a pull is due after a pause, unless the run ends by it. */
export function fail(
  state: StateOf<'catchingUp' | 'storingSent'>,
  facts: ReaderFacts,
  event: EventOf<'failed'>,
): ReaderStep {
  const { failure, asked } = event;
  const data = state.is === 'storingSent' ? withoutPage(state.data) : state.data;
  // `parked` is not stored here: it only shows why commands wait, and the writer meets the same 401 if there are any.
  if (failure.call === 'signedOut') {
    const report = { type: 'session.refused', reason: failure.message } as const;
    return [
      { is: 'ended', why: 'signedOut', data },
      { do: 'report', report },
    ];
  }
  if (failure.call === 'outdated')
    return [
      { is: 'ended', why: 'outdated', data },
      { do: 'report', report: { type: 'client.refused' } },
    ];
  const retryInMs = backOffMs(data.failures, facts.random, failure.retryAfterMs);
  const smaller =
    asked !== undefined && failure.isWithoutReply
      ? afterSilence(data.size, asked.limit, asked.ms)
      : asked !== undefined && failure.isInvalid
        ? afterRefusal(data.size)
        : data.size;
  return [
    { is: 'pausing', until: facts.now + retryInMs, data: { ...data, failures: data.failures + 1, size: smaller } },
    ...effectsOf(failure, retryInMs),
  ];
}

/** The server does not send pages now: the announced events are pulled. */
export function takeCannotStand(state: StateOf<'standing'>, facts: ReaderFacts): ReaderStep {
  return state.data.target === undefined ? [{ ...state, is: 'waiting' }] : pull(state, facts);
}

/** Ends the pause after a failed call. */
export function retryNow(state: ReaderState, facts: ReaderFacts, event: EventOf<'retry'>): ReaderStep {
  return goOn({ ...hinted, pausing: pull }, state, { ...state.data, failures: 0 }, facts, event);
}

/** Pulls for the first time. */
export function start(state: StateOf<'ended'>, facts: ReaderFacts): ReaderStep {
  return state.why === 'new' ? pull(state, facts) : [state];
}

export function stop({ data }: ReaderState): ReaderStep {
  return [{ is: 'ended', why: 'stopped', data }];
}

export function startOver(
  state: StateOf<'catchingUp'>,
  _facts: ReaderFacts,
  { from }: EventOf<'snapshotRequired'>,
): ReaderStep {
  return [state, { do: 'startOver', from }];
}
