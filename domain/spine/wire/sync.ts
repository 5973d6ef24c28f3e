import { Type, type Static } from 'typebox';
import { id, int4, nullable, oneOf, safeInteger, text } from '../../ground/wire/parts.ts';
import { KB } from '../../ground/units.ts';

export const pushCommands = 500;
export const pushBytes = 256 * KB;
export const pullEvents = 1000;

/** Wire format of the sync layer: push, pull and snapshot. */

export const protocolVersion = 1;

/** A position in the log of one server epoch. Opaque to everything except the comparisons in this file. */
export const cursor = Type.Object({
  epoch: Type.String({ maxLength: 64 }),
  // A 64-bit number. At most 19 digits are accepted, because no server ever reaches 20.
  xid: Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$' }),
  seq: safeInteger(0),
});
export type Cursor = Static<typeof cursor>;

/** The arguments of each command are validated separately, so that one invalid command does not refuse the others. */
export const pushBody = Type.Object(
  {
    protocol: int4(0),
    clientId: id,
    actor: id,
    commands: Type.Array(
      Type.Object({
        cmdId: id,
        n: safeInteger(0),
        type: Type.String({ maxLength: 40 }),
        v: int4(1),
        args: Type.Unknown(),
        deps: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })),
      }),
      { maxItems: pushCommands },
    ),
    /** The device understands `accepted` instead of a result for each command. */
    brief: Type.Optional(Type.Boolean()),
  },
  { 'x-checked-in-parts': true },
);
export type PushBody = Static<typeof pushBody>;
export type PushCommand = PushBody['commands'][number];

/** Receipt of one command. `pos` is the position that a pull must pass before the command may leave the outbox. */
export type PushResult =
  | { cmdId: string; s: 'ok' | 'duplicate'; pos: Cursor; out?: unknown }
  | { cmdId: string; s: 'rejected'; code: string; message: string; details?: unknown }
  | { cmdId: string; s: 'retry'; afterMs: number }
  | { cmdId: string; s: 'blocked'; by: string };

export interface PushReply {
  results: PushResult[];
  cursorHint: Cursor | null;
}

/** A `PushReply`, or its short form: all commands are `ok`, no result names a room, and the last position is `accepted`. */
export type BriefPushReply = PushReply | { accepted: Cursor };

/** Returns the results of commands that were pushed together. */
export function resultsOf({ commands }: PushBody, reply: BriefPushReply): PushReply {
  if (!('accepted' in reply)) return reply;
  const { accepted } = reply;
  return { results: commands.map(({ cmdId }) => ({ cmdId, s: 'ok', pos: accepted })), cursorHint: accepted };
}

/** Returns the short form of a reply if it has one, else the reply itself. */
export function briefOf({ results, cursorHint }: PushReply): BriefPushReply {
  const isPlain = results.every((result) => result.s === 'ok' && !namesRoom(result.out));
  return isPlain && cursorHint !== null ? { accepted: cursorHint } : { results, cursorHint };
}

/** Whether a device needs this `out` of a result: it names the room that may exist already. */
function namesRoom(out: unknown): boolean {
  return typeof out === 'object' && out !== null && 'canonicalRoomId' in out;
}

/** Schema of `BriefPushReply`, for the API description. */
export const pushReply = Type.Union([
  Type.Object({
    results: Type.Array(
      Type.Union([
        Type.Object({ cmdId: id, s: oneOf('ok', 'duplicate'), pos: cursor, out: Type.Optional(Type.Unknown()) }),
        Type.Object({
          cmdId: id,
          s: oneOf('rejected'),
          code: text,
          message: text,
          details: Type.Optional(Type.Unknown()),
        }),
        Type.Object({ cmdId: id, s: oneOf('retry'), afterMs: Type.Number({ minimum: 0 }) }),
        Type.Object({ cmdId: id, s: oneOf('blocked'), by: text }),
      ]),
    ),
    cursorHint: nullable(cursor),
  }),
  Type.Object({ accepted: cursor }),
]);

export const pullBody = Type.Object({
  cursor,
  limit: Type.Integer({ minimum: 1, maximum: pullEvents }),
});
export type PullBody = Static<typeof pullBody>;

export interface WireEvent {
  pos: Cursor;
  stream: string;
  sseq: number;
  type: string;
  v: number;
  data: unknown;
  cmdId: string | null;
}

export type PullReply =
  /** `standing` is the key of the caller's current rights, as `rights-key.ts` makes it; older servers omit it. */
  | { events: WireEvent[]; next: Cursor; more: boolean; standing?: string }
  | { snapshotRequired: true; floor: Cursor }
  | { epochChanged: true; epoch: string };

/** Schema of `PullReply`, for the API description. */
export const pullReply = Type.Union([
  Type.Object({
    events: Type.Array(
      Type.Object({
        pos: cursor,
        stream: text,
        sseq: Type.Integer(),
        type: text,
        v: Type.Integer(),
        data: Type.Unknown(),
        cmdId: nullable(id),
      }),
    ),
    next: cursor,
    more: Type.Boolean(),
    standing: Type.Optional(text),
  }),
  Type.Object({ snapshotRequired: Type.Literal(true), floor: cursor }),
  Type.Object({ epochChanged: Type.Literal(true), epoch: text }),
]);

/** A line of the snapshot's NDJSON. A snapshot without the final `end` line is incomplete and must be discarded. */
export type SnapshotLine = { pos: Cursor } | { stream: string; rows: SnapshotRows } | { gone: string } | { end: true };

/** Schema of `SnapshotLine`, for the API description. */
export const snapshotLine = Type.Union([
  Type.Object({ pos: cursor }),
  Type.Object({ stream: text, rows: Type.Record(Type.String(), Type.Unknown()) }),
  Type.Object({ gone: text }),
  Type.Object({ end: Type.Literal(true) }),
]);

/** Rows of one stream: a room with its newest messages, an order, a user, or the catalog. */
export interface SnapshotRows {
  room?: unknown;
  messages?: unknown[];
  /** Position up to which each side's devices have received the room's messages. */
  delivered?: { user: number; support: number };
  order?: unknown;
  me?: unknown;
  knowledge?: unknown[];
}

/**
 * Compares two positions of the same epoch; those of different epochs cannot be compared.
 * @returns a negative number, 0 or a positive number when `a` is before, at or after `b`
 */
export function comparePositions(a: Cursor, b: Cursor): number {
  if (a.xid !== b.xid) {
    if (a.xid.length !== b.xid.length) return a.xid.length - b.xid.length;
    return a.xid < b.xid ? -1 : 1;
  }
  return a.seq - b.seq;
}

/** Whether two positions are the same. Never true across epochs. */
export function isSamePosition(a: Cursor, b: Cursor): boolean {
  return a.epoch === b.epoch && comparePositions(a, b) === 0;
}

/** Whether a pull up to `reached` includes this position. Never true across epochs. */
export function hasPassed(reached: Cursor, position: Cursor): boolean {
  return reached.epoch === position.epoch && comparePositions(position, reached) <= 0;
}

/** Returns the further of two positions; across epochs it returns `b`, which is the newer report. */
export function laterPosition(a: Cursor | undefined, b: Cursor): Cursor {
  return a !== undefined && a.epoch === b.epoch && comparePositions(a, b) >= 0 ? a : b;
}
