import type { Side } from '#domain/chat.ts';
import type { Cursor, WireEvent } from '#domain/protocol/sync.ts';

/** One stream that moved, with who may see it, so that nobody has to ask the database. */
export interface HintedStream {
  stream: string;
  /** Its members or owner, by user id. */
  members: string[];
  /** Every expert may see it too. */
  staff: boolean;
  /** Colleagues of this company with the Navigator pass may see it too. */
  companyId: number | null;
  /** In a room: the place of the newest message that devices of this side have yet to fetch. */
  newest?: Partial<Record<Side, number>>;
  /** In a room: the places of the first and the last message that came. */
  came?: { first: number; last: number };
}

/** One side's devices have a room's messages up to here. */
export interface Delivered {
  roomId: string;
  side: Side;
  upTo: number;
  /** The room's members, who may be told. */
  members: string[];
}

/** Somebody may do more or less than before. */
export interface ChangedRights {
  person: string;
  /** The room they are no longer in. */
  room?: string;
}

export interface Hint {
  pos: Cursor;
  streams: HintedStream[];
  /** What happened; empty when it comes from another process. */
  events: WireEvent[];
  /** What devices connected to another process have fetched. */
  delivered?: Delivered[];
  /** Hints of other processes may have been missed: everybody had better look. */
  missed?: true;
  /** Another process has changed the knowledge base. */
  knowledge?: true;
  /** What these people may do has changed, in this process or another: the database says so as it commits. */
  rights?: ChangedRights[];
}

/** The place of a hint that speaks of none: every pull has passed it. */
export const nowhere: Cursor = { epoch: '', xid: '0', seq: 0 };

/** Who wants to know what was committed. */
export interface Hints {
  committed(streams: HintedStream[], pos: Cursor, events: WireEvent[]): void;
  /** Devices connected here have fetched messages: told to the other processes only. */
  delivered(marks: Delivered[]): void;
  /** The knowledge base was changed here: told to the other processes only. */
  knowledgeChanged(): void;
  subscribe(fn: (hint: Hint) => void): () => void;
}
