import type { RawBuilder } from 'kysely';
import type { Quota, Share } from '#domain/account/quotas.ts';
import type { Event, EventData, EventType } from '#domain/spine/events.ts';
import type { OrderRole } from '#domain/order/life/status.ts';
import type { DayCount } from '../../session/quotas.ts';
import type { Actor } from '../../session/users.ts';
import type { Batch } from '../log/batch.ts';

/**
 * One stored thing of a noun, such as its rooms or its invoices. The spine knows locks, receipts, events and positions;
 * a part knows its tables. A new stored thing is a new part, and a line in `server/start/nouns.ts`.
 *
 * `Need` is the key by which a command asks for rows, `View` is what the rules of commands see, `Rows` is what the
 * database gives, and `Write` is a row that no event has.
 */
export interface Part<Need, View, Rows = unknown, Write = never> {
  /** Unique name, such as `chat.rooms`. */
  name: string;
  /** Returns a query of the streams to which the needs lead, in a column `stream`. They are locked too. */
  leads?(needs: readonly Need[], actorId: string): RawBuilder<unknown> | undefined;
  /**
   * Returns an SQL expression in parentheses: one JSON value with the rows for these needs. A part without it is open in
   * every frame, others in those with a command that uses them.
   */
  load?(needs: readonly Need[], actorId: string): RawBuilder<unknown>;
  /** Opens the part for one frame. @param rows the value of `load`; null where that is null or absent */
  open(rows: Rows, record: PartRecord<Write>): OpenPart<View, Write>;
}

/** A part in one frame: its rows, to which accepted commands are applied. */
export interface OpenPart<View, Write> {
  /** Functions that the rules of commands call. */
  view: View;
  /** Applies an accepted event, if it is about these rows. Parts fold in the order of the list. */
  fold?(event: LogEvent): void;
  /** Applies an accepted write. */
  apply?(write: Write): void;
  /** Returns the data that a write stores in no event: it is checked, and charged to the daily quota. */
  unlogged?(write: Write): object | undefined;
  /** Adds the statements that store what has changed. */
  save?(batch: Batch): void;
  /** Returns the users who may see a stream; undefined for streams of other parts. */
  audience?(stream: string): Audience | undefined;
  /** Called after the commit. */
  committed?(): void;
}

/** Users who may see a stream: its members, and those of a company with the Navigator pass. */
export interface Audience {
  members: readonly string[];
  companyId: number | null;
}

/** An event as it is stored. */
export interface LogEvent extends Event {
  /** Whether all staff may see it. */
  staff: boolean;
  /** Its stored form. */
  text: string;
}

/** Origin of commands, for the record of an order. */
export interface Origin {
  /** Id of the device, null where the caller names none. */
  device: string | null;
  /** Time at which the server received the call, ISO 8601. */
  receivedAt: string;
}

/** Facts and functions for the rules of a command, besides the views of parts. All that they add waits for acceptance. */
export interface CommandRecord {
  readonly actor: Actor;
  /** The server's time of this transaction, ISO 8601. */
  readonly at: string;
  readonly cmdId: string;
  /** Role that the server gives the actor, where it has checked it itself; else it follows from actor and order. */
  readonly as: OrderRole | undefined;
  /** Returns the position of the next event of a stream. */
  readonly next: (stream: string) => number;
  /** Adds an event. @param staff whether all staff may see it. @throws LockMissing */
  readonly append: <T extends EventType>(stream: string, type: T, data: EventData[T], staff?: boolean) => void;
  /** Queues a job. */
  readonly job: (task: string, payload: object) => void;
  /** Uses `n` of a quota. @throws QUOTA_EXCEEDED, LockMissing */
  readonly spend: (quota: Quota, n?: number) => void;
  /** Uses the bytes that the command adds to a draft: those of a colleague's draft use the company's share only. */
  readonly spendDraftBytes: (bytes: number, isOwn: boolean) => void;
  /** Returns the actor's shares of a quota, with their limits. */
  readonly shares: (quota: Quota) => Share[];
}

/** Facts and functions for an open part. */
export interface PartRecord<Write> {
  readonly actor: Actor;
  /** Returns the time of the present command, ISO 8601. */
  readonly now: () => string;
  /** Undefined where the server itself sends the commands. */
  readonly origin: Origin | undefined;
  /** Adds a row that no event has. It waits for the acceptance of the command. */
  readonly write: (row: Write) => void;
  /** Checks that a stream is locked. @throws LockMissing */
  readonly require: (stream: string) => void;
  /** Tells the quotas used amounts that the part has read, such as the number of drafts. */
  readonly count: (used: readonly DayCount[]) => void;
}

/** A part whose types do not matter. */
export type AnyPart = Part<never, unknown, never>;
