import type { Side } from '#domain/account/room-types.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';

/** A changed stream, with who may see it, so that receivers need not query the database. */
export interface HintedStream {
  stream: string;
  /** User ids of its members or owner. */
  members: string[];
  /** Whether all staff may see it too. */
  staff: boolean;
  /** Company whose users with the Navigator pass may see it too. */
  companyId: number | null;
  /** Position of a room's newest message that each side's devices have not pulled yet. */
  newest?: Partial<Record<Side, number>>;
  /** Positions of the first and the last new message of a room. Sent between processes, so the key stays. */
  came?: { first: number; last: number };
}

/** Delivery to one side's devices, up to a position of a room. */
export interface Delivered {
  roomId: string;
  side: Side;
  upTo: number;
  /** The room's members. */
  members: string[];
}

/** A piece of an answer that a language model is writing. It is shown, and never stored as confirmed. */
export interface AnswerDelta {
  answerId: string;
  /** Number of UTF-16 units of the answer before this piece. */
  i: number;
  text: string;
  /** Users who may see it: the room's members. */
  members: string[];
}

/** A change of a user's rights. */
export interface ChangedRights {
  person: string;
  /** A room they were removed from. */
  room?: string;
}

export interface Hint {
  pos: Cursor;
  streams: HintedStream[];
  /** The events; empty when the hint comes from another process. */
  events: WireEvent[];
  /** Deliveries seen by another process. */
  delivered?: Delivered[];
  /** Pieces of answers that are being written. */
  deltas?: AnswerDelta[];
  /** Ids of answers to stop: the process that writes one ends it. */
  stops?: string[];
  /** Hints of other processes may have been lost: all clients should pull. */
  missed?: true;
  /** The knowledge base was changed, here or by another process. It must be read again. */
  knowledge?: true;
  /** Changed rights, announced by the database at the commit of any process. */
  rights?: ChangedRights[];
}

/** Position of hints without one: every cursor has passed it. */
export const nowhere: Cursor = { epoch: '', xid: '0', seq: 0 };

/** Publishes and subscribes to hints. */
export interface Hints {
  committed(streams: HintedStream[], pos: Cursor, events: WireEvent[]): void;
  /** Publishes deliveries to devices connected here; to other processes only. */
  delivered(marks: Delivered[]): void;
  /** Publishes pieces of answers, here and in other processes. */
  written(deltas: AnswerDelta[]): void;
  /** Publishes that an answer is to be stopped, here and in other processes. */
  stopAnswer(answerId: string): void;
  /** Publishes that the knowledge base was changed, here and in other processes. */
  knowledgeChanged(): void;
  subscribe(fn: (hint: Hint) => void): () => void;
}
