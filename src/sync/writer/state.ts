import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { OutboxEntry } from '../../db/schema.ts';
import type { AdaptiveSize } from '../adaptive-size.ts';
import type { Failure } from '../failure.ts';
import type { EngineReport } from '../world.ts';
import type { EntryResult } from './count-retries.ts';
import type { Frame } from './frames.ts';

/** States, events and effects of the writer. `table.ts` says what follows what. */

/**
 * A frame on its way.
 *
 *   taken: chosen in a transaction that has not committed
 *   pushing: the call is under way
 *   awaitingPage: accepted; waits briefly for the page that settles its command, which saves storing the reply
 *   storing: its results are being stored
 */
export interface FrameUnderWay {
  frame: Frame;
  stage: 'taken' | 'pushing' | 'awaitingPage' | 'storing';
  /** Whether it is a single command that the server has accepted: then it takes no slot. */
  isAccepted: boolean;
  /** Time at which its call began. */
  startedAt: number;
}

/** Number of commands under way, for the reader: none, one, or more. */
export type SendCount = 'nothing' | 'one' | 'many';

/** Data of the writer in every state. All times are by `world.now`. */
export interface WriterData {
  frames: readonly FrameUnderWay[];
  /** Ends of the pauses of lanes. They are lost with the leader: a command is then sent sooner. */
  lanes: ReadonlyMap<string, number>;
  /** Time at which the outbox was last looked at, or could not be. */
  lookedAt: number;
  /** End of the pause after a failed call. */
  pausedUntil: number;
  /** Key of the newest outbox record that was seen so far. */
  newestSeen: number;
  /** Latest position of an accepted command that the reader does not know yet. */
  accepted: Cursor | undefined;
  /** Start of the call that returned `accepted`; kept after `accepted` is handed over. */
  acceptedCallAt: number;
  /** Commands that pages have taken out of the outbox while frames are under way. */
  settled: ReadonlySet<string>;
  /** Failed calls in a row. */
  failures: number;
  /** Size of the next frame in bytes. */
  size: AdaptiveSize;
  /** Time at which the last call ended. */
  endedAt: number;
  /** Whether to end as soon as nothing is under way and nothing can be sent. */
  once: boolean;
  /** Whether the server sends the reader pages. */
  getsPages: boolean;
  /** Number under way that the reader was last notified of. */
  notified: SendCount;
}

interface WithData {
  data: WriterData;
}

export type WriterState =
  /** Everything in the outbox is under way. */
  | ({ is: 'resting' } & WithData)
  /**
   * Something may wait that cannot be sent now: no network, no free slot, a paused lane, a missing file.
   * Looks again when one of these may have changed.
   */
  | ({ is: 'held' } & WithData)
  /** A call has failed. Nothing is chosen before `pausedUntil`. */
  | ({ is: 'pausing' } & WithData)
  /** Reads the outbox. `isDue`: something has happened since. */
  | ({ is: 'looking'; isDue: boolean } & WithData)
  /** Chooses frames and marks them sent, in one transaction. */
  | ({ is: 'choosing'; isDue: boolean } & WithData)
  /** The next append sends its own commands; nothing is chosen. */
  | ({ is: 'reserved' } & Reservation & WithData)
  /** No run: `new` before the first one. */
  | ({ is: 'ended'; why: 'new' | WriterEnd } & WithData);

export interface Reservation {
  /** Work that was running when the reservation began. */
  interrupted: 'nothing' | 'looking' | 'choosing';
  /** Whether to look afterwards. */
  isDue: boolean;
  /** Highest key that was changed during the reservation: mostly that of the append itself. */
  heard: number;
}

/** Reason why a writer has ended. */
export type WriterEnd = 'stopped' | 'signedOut' | 'outdated' | 'fenced';

export type WriterEvent =
  | { type: 'start'; once: boolean }
  | { type: 'stop' }
  /** There may be something to send: an append, a decision, an uploaded file. */
  | { type: 'wake' }
  /** Some tab has changed the outbox. `highest`: highest key of a changed record. */
  | { type: 'changed'; highest: number }
  /** The network is back, or the user looks. */
  | { type: 'retry' }
  | { type: 'timer' }
  /** An append asks to send its commands itself. It may if the state is `reserved` afterwards. */
  | { type: 'reserve' }
  | { type: 'direct.sent'; frame: Frame }
  | { type: 'direct.released' }
  /** The outbox is read. `entries`: commands without an accepting receipt, oldest first. */
  | { type: 'read'; entries: readonly OutboxEntry[] }
  /** Inside a transaction: frames are chosen. */
  | { type: 'taken'; frames: readonly Frame[] }
  /** The transaction that chose these frames has failed. */
  | { type: 'choiceFailed'; frames: readonly Frame[] }
  /** Inside a transaction: these lanes pause until these times. */
  | { type: 'lanesPaused'; pauses: ReadonlyMap<string, number> }
  /** The transaction that chose these frames has committed. */
  | { type: 'chosen'; frames: readonly Frame[] }
  /** Reply to a frame. `tooLarge`: size of the smallest call that the server found too large; `ms`: time it took. */
  | { type: 'replied'; frame: Frame; results: readonly EntryResult[]; tooLarge: number; ms: number }
  /** No page has settled the frame in time. */
  | { type: 'unsettled'; frame: Frame; results: readonly EntryResult[] }
  /** The results are stored, and these frames chosen in the same transaction. */
  | { type: 'stored'; frame: Frame; results: readonly EntryResult[]; frames: readonly Frame[] }
  /** A look, a choice, or a frame has failed, `ms` after it began. */
  | { type: 'failed'; by: Frame | 'loop'; failure: Failure; ms: number }
  /** From the reader: these commands have left the outbox with a page. */
  | { type: 'page.stored'; cmdIds: readonly string[] }
  /** From the reader: whether the server sends it pages. */
  | { type: 'pagesChanged'; getsPages: boolean };

export type WriterEffect =
  /** Reads the outbox: `read`, `failed`. */
  | { do: 'look' }
  /** One transaction: fence, read, refuse what is too old, choose, mark as sent: `taken`, then `chosen` or `failed`. */
  | { do: 'choose' }
  /** Pushes the frame, in halves after a 400 or 413: `replied`, `failed`. */
  | { do: 'send'; frame: Frame }
  /** Waits a moment for the page with the frame's events: `unsettled`. */
  | { do: 'awaitPage'; frame: Frame; results: readonly EntryResult[] }
  /** One transaction: fence, receipts, refusals, aliases and a choice: `lanesPaused`, `taken`, `stored` or `failed`. */
  | { do: 'store'; frame: Frame; results: readonly EntryResult[] }
  /** Stores that commands wait for a sign-in, and reports it. */
  | { do: 'park'; reason: string }
  | { do: 'noteFault'; error: unknown }
  | { do: 'report'; report: EngineReport }
  | { do: 'notifyReader'; underWay: SendCount; accepted: Cursor | undefined };

/** Facts that a cell may know besides the state. */
export interface WriterFacts {
  now: number;
  isOffline: boolean;
  /** A random number in [0, 1). */
  random: number;
}
