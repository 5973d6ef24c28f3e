import type { SentPage } from '#domain/spine/wire/sockets.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import type { PageOutcome } from '../../db/confirmed.ts';
import type { AdaptiveSize } from '../adaptive-size.ts';
import type { Failure } from '../failure.ts';
import type { EngineReport } from '../world.ts';
import type { SendCount } from '../writer/state.ts';

/** States, events and effects of the reader. `table.ts` says what follows what. */

/** Data of the reader in every state. All times are by `world.now`. */
export interface ReaderData {
  /** The furthest position that was announced and is not reached yet. */
  target: Cursor | undefined;
  /** Time at which it was announced, or a pull last did not find it. */
  targetSince: number;
  /** Pulls in a row that have not found the target. */
  vainPulls: number;
  /** Pages that the server has sent, until they are stored. */
  pages: readonly SentPage[];
  /** The cursor as it was last read. */
  last: Cursor | undefined;
  /** Time at which this tab last had everything, by a pull or by a page that it was sent. */
  completeAt: number;
  /** Time at which that was last stored. */
  completeStoredAt: number;
  /** Failed calls in a row. */
  failures: number;
  /** Number of events of the next page. */
  size: AdaptiveSize;
  /** Commands that the writer of this tab has under way. */
  writer: SendCount;
  /**
   * Hints that wait until nothing is under way: most are caused by this device's own commands, and a pull for each
   * would slow the writer. `since`: when the first came.
   */
  heldHints: { since: number; position: Cursor | undefined } | undefined;
  /** Whether the writer was notified that the server sends this tab pages. */
  notified: boolean;
}

interface WithData {
  data: ReaderData;
}

export type ReaderState =
  /** A pull is due, and there is no network. */
  | ({ is: 'offline' } & WithData)
  /**
   * Pulls page by page. `hasBegun`: a page was asked for; `isDue`: something was announced since; `pulled`: number of
   * events so far; `reached`: end of the last page.
   */
  | ({ is: 'catchingUp'; hasBegun: boolean; isDue: boolean; pulled: number; reached: Cursor | undefined } & WithData)
  /** Stores the first page that was sent. `isDue`: a pull is due afterwards; `at`: the end of the log, if known. */
  | ({ is: 'storingSent'; isDue: boolean; at: Cursor | undefined } & WithData)
  /** At the end of the log; the server sends the next page. */
  | ({ is: 'standing'; at: Cursor } & WithData)
  /** At the end of the log, where the server sends no pages. */
  | ({ is: 'waiting'; at: Cursor } & WithData)
  /** At the end of the log, where a pull has not found what was announced. */
  | ({ is: 'lagging'; at: Cursor } & WithData)
  /** A call or a write has failed: a pull is due at `until`. */
  | ({ is: 'pausing'; until: number } & WithData)
  | ({ is: 'ended'; why: 'new' | ReaderEnd } & WithData);

export type ReaderEnd = 'stopped' | 'signedOut' | 'outdated';

export type ReaderEvent =
  | { type: 'start' }
  | { type: 'stop' }
  /** There may be new events, up to this position if it is known. */
  | { type: 'hint'; position: Cursor | undefined }
  /** A chat event of the specification, whose content also comes by a page or a hint. */
  | { type: 'chat' }
  /** The server has sent the next page. The tab no longer stands after that. */
  | { type: 'page'; page: SentPage }
  /** The server has said that it can send pages. */
  | { type: 'canStand' }
  /** The server cannot send pages now: there is no socket, or it is an older one. */
  | { type: 'cannotStand' }
  /** From the writer: the work under way; with `nothing`, the last position at which a command was accepted. */
  | { type: 'underWay'; underWay: SendCount; accepted: Cursor | undefined }
  /** The network is back, or the user looks. */
  | { type: 'retry' }
  | { type: 'timer' }
  /** The cursor is read. `isMissing`: an older version of the app has left out events, or there is no cursor. */
  | { type: 'cursorRead'; from: Cursor | undefined; isMissing: boolean }
  /** A page has come, after `ms` milliseconds, with this many events. `next`: where it ends; `more`: others follow. */
  | { type: 'replied'; next: Cursor; more: boolean; rights: string | undefined; count: number; ms: number }
  /** The server has no page that begins at the cursor: another epoch, or too far behind. */
  | { type: 'snapshotRequired'; from: Cursor }
  | { type: 'startedOver'; isRequeued: boolean }
  /** A pulled page is stored, or not because another tab has moved the cursor: `isElsewhere`. `more`: others follow. */
  | { type: 'applied'; isElsewhere: boolean; more: boolean; next: Cursor; events: readonly WireEvent[] }
  /** A sent page is stored, or another tab has moved the cursor. `cursor`: where this device is now. */
  | { type: 'sentApplied'; as: PageOutcome; cursor: Cursor | undefined; storesComplete: boolean }
  /** Snapshots of wanted streams are stored. `isDue`: another page should be pulled. */
  | { type: 'wantedFetched'; isDue: boolean }
  /** The present work has failed. `asked`: events asked for and ms since, if that was a page. */
  | { type: 'failed'; failure: Failure; asked: { limit: number; ms: number } | undefined };

export type ReaderEffect =
  /** Reads the cursor: `cursorRead`, `failed`. */
  | { do: 'readCursor' }
  /** Pulls the page that begins here: `replied`, `failed`. */
  | { do: 'ask'; from: Cursor; limit: number }
  /** Begins to pull the page that follows, while the present one is stored. */
  | { do: 'askAhead'; from: Cursor; limit: number }
  /** Replaces all confirmed rows by a snapshot: `startedOver`, `failed`. */
  | { do: 'startOver'; from: Cursor | undefined }
  /** One transaction: compares the cursor, folds the page, settles commands, moves the cursor: `applied`. */
  | { do: 'apply' }
  /** The same for a sent page: `sentApplied`. `storesComplete`: whether to store that this device has everything. */
  | { do: 'applySent'; page: SentPage; storesComplete: boolean }
  /** Fetches snapshots of streams that pages mention: `wantedFetched`, `failed`. */
  | { do: 'fetchWanted' }
  /** Asks the server to send what comes after this position: maybe `cannotStand`. */
  | { do: 'stand'; at: Cursor }
  | { do: 'noteFault'; error: unknown }
  | { do: 'report'; report: EngineReport }
  /** Reports that this device has everything. */
  | { do: 'reportCaughtUp' }
  | { do: 'reportRights'; rights: string }
  /** Drops the early copies of a page's messages. */
  | { do: 'dropEarly'; events: readonly WireEvent[] }
  /** Tells the writer that its accepted commands are to be sent again. */
  | { do: 'wakeWriter' }
  /** Tells the writer that the commands of these events have left the outbox. */
  | { do: 'reportSettled'; events: readonly WireEvent[] }
  /** Tells the writer whether the server sends this tab pages. */
  | { do: 'notifyWriter'; getsPages: boolean };

/** Facts that a cell may know besides the state. */
export interface ReaderFacts {
  now: number;
  isOffline: boolean;
  /** Whether a socket delivers hints. */
  isHinted: boolean;
  /** A random number in [0, 1). */
  random: number;
}
