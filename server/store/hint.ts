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
}

export interface Hint {
  pos: Cursor;
  streams: HintedStream[];
  /** What happened; empty when it comes from another process. */
  events: WireEvent[];
}

/** Who wants to know what was committed. */
export interface Hints {
  committed(streams: HintedStream[], pos: Cursor, events: WireEvent[]): void;
  subscribe(fn: (hint: Hint) => void): () => void;
}
