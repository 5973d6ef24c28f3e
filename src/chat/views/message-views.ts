import type { Message, Room } from '#domain/chat/chat.ts';
import type { Side } from '#domain/account/room-types.ts';
import { redacted } from '#domain/spine/fold-room.ts';
import type { Me } from '#domain/account/users.ts';
import type { EarlySnapshot } from '../../db/early.ts';
import { areEnough, messagesIn, newestPages, withOlderPages } from '../../db/message-records.ts';
import {
  deletionsIn,
  handoffsIn,
  messageFrom,
  questionsIn,
  ratingsIn,
  confirmedDelivery,
  sideOfMe,
} from './project-room.ts';
import { entriesIn, pendingRooms, roomIdsOf } from './room-views.ts';
import { type RefusedFeedback, refusedFeedbackIn } from './refused-feedback.ts';
import { savedAnswersOf, type SavedAnswer } from '../../db/saved-answers.ts';
import { inPlace } from '../../db/refused-place.ts';
import type { RefusedPlace, RoomRangeRow, UserDb } from '../../db/schema.ts';
import { queueTables, outboxStateIn, type OutboxState, type CommandState } from '../../db/outbox-state.ts';
import type { MessageView } from './view-types.ts';

/**
 * A room's newest messages as read from the database. It is read once and shown again for every early message, so a
 * message from a socket appears without another read.
 */
export interface RoomMessages {
  room: Room;
  /** Confirmed messages, oldest first. */
  rows: Message[];
  /** Pending and refused messages, with the answers this device gave offline. */
  pending: MessageView[];
  /** Places where refused messages stay, by id. */
  places: Map<string, RefusedPlace>;
  /** Ids of the messages that are pending questions. */
  questions: Set<string>;
  ratings: Map<string, 1 | -1>;
  refusedFeedback: Map<string, RefusedFeedback>;
  /** Pending handoffs, by question. */
  handoffs: ReturnType<typeof handoffsIn>;
  /** States of pending deletions, by message. */
  deletions: Map<string, CommandState>;
  /** Position up to which each side's devices have received messages, from snapshots and stored hints. */
  delivered: Record<Side, number> | undefined;
  /** Whether the server has older messages. */
  hasOlderThere: boolean;
}

/** Reads at least the newest `limit` messages of a room. @returns undefined for an unknown room */
export function readMessages(db: UserDb, me: Me, roomId: string, limit: number): Promise<RoomMessages | undefined> {
  const tables = [db.rooms, db.messages, db.windows, db.drafts, ...queueTables(db)];
  return db.transaction('r!', tables, async () => {
    // All requests are made at once, assuming that the room has no alias: a cold start waits for one round trip instead
    // of ten.
    const [outbox, rows] = await Promise.all([outboxStateIn(db), rowsOf(roomId)]);
    // Not in a function of its own: awaiting one that makes no request would end the transaction (decision 0005).
    const alias = outbox.aliases.get(roomId);
    const [confirmed, range, pages] = alias === undefined ? rows : await rowsOf(alias);
    const room = confirmed ?? pendingRooms(outbox, me).get(alias ?? roomId);
    if (room === undefined) return undefined;
    const pending = pendingViews(outbox, room, me);
    const saved = pending.length === 0 ? undefined : await savedAnswersOf(db, idsOf(pending));
    // This must be the last request: after its own awaits the transaction may have ended.
    const enough = areEnough(pages, limit + 1) ? pages : await withOlderPages(db, room.id, pages, limit + 1);
    const entries = entriesIn(outbox, room.id);
    const ratings = ratingsIn(entries);
    return {
      room,
      rows: withinRange(messagesIn(enough), range),
      pending: pending.map((message) => withSavedAnswer(message, saved?.get(message.id))),
      places: new Map(outbox.refused.flatMap(({ cmdId, place }) => (place === undefined ? [] : [[cmdId, place]]))),
      questions: questionsIn(entries),
      ratings,
      refusedFeedback: refusedFeedbackIn(outbox.refused, ratings),
      handoffs: handoffsIn(entries),
      deletions: new Map([...deletionsIn(entries)].map(([gone, entry]) => [gone, outbox.stateOf(entry)])),
      delivered: range?.delivered,
      hasOlderThere: range !== undefined && !range.complete,
    };
  });

  function rowsOf(id: string) {
    return Promise.all([db.rooms.get(id), db.windows.get(id), newestPages(db, id, limit + 1)]);
  }
}

/** Drops redacted messages before the room's range: a deletion also stores messages that the device has not read. */
function withinRange(rows: Message[], range: RoomRangeRow | undefined): Message[] {
  const from = range?.from ?? 0;
  return (rows[0]?.sseq ?? 0) >= from ? rows : rows.filter(({ sseq }) => sseq >= from);
}

/** Returns the newest `limit` messages, oldest first. `hasOlder`: there are more, on this device or on the server. */
export function showMessages(
  read: RoomMessages | undefined,
  me: Me,
  limit: number,
  early?: EarlySnapshot,
): { messages: MessageView[]; hasOlder: boolean } {
  if (read === undefined) return { messages: [], hasOlder: false };
  const messages = newestViews(read, me, limit + 1, early);
  return { messages: messages.slice(-limit), hasOlder: messages.length > limit || read.hasOlderThere };
}

/** Reads and shows the messages of a room. */
export async function messagesOf(db: UserDb, me: Me, roomId: string, limit: number, early?: EarlySnapshot) {
  return showMessages(await readMessages(db, me, roomId, limit), me, limit, early);
}

function idsOf(messages: readonly MessageView[]): string[] {
  return messages.map((message) => message.id);
}

function withSavedAnswer(message: MessageView, savedAnswer: SavedAnswer | undefined): MessageView {
  return savedAnswer === undefined ? message : { ...message, savedAnswer };
}

/** Returns the newest `count` messages. Each appears once: confirmed, else early, else pending. */
function newestViews(
  { room, rows, pending, places, questions, ratings, refusedFeedback, handoffs, deletions, delivered }: RoomMessages,
  me: Me,
  count: number,
  early: EarlySnapshot | undefined,
): MessageView[] {
  const known = new Set(rows.map((message) => message.id));
  const newest = rows.at(-1)?.sseq ?? 0;
  const seen = (early?.of(room.id) ?? []).filter((message) => !known.has(message.id) && message.sseq > newest);
  for (const message of seen) known.add(message.id);
  const other = sideOfMe(room, me) === 'user' ? 'support' : 'user';
  const deliveredTo = Math.max(early?.deliveredTo(room.id, other) ?? 0, delivered?.[other] ?? 0);
  const confirmed = confirmedViews([...rows, ...seen].slice(-count), room, me, deliveredTo, ratings, refusedFeedback);
  const waiting = pending.filter((message) => !known.has(message.id));
  const handed = new Map(handoffs);
  for (const { handoff, createdAt } of [...rows, ...seen]) {
    const isNote = typeof handoff?.questionId === 'string' && handoff.turns === undefined;
    if (isNote) handed.set(handoff.questionId as string, { roomId: handoff.roomId, at: createdAt });
  }
  const shown = confirmed.map((message) => afterDeletion(message, deletions.get(message.id)));
  return withFollowers(inPlace(shown, waiting, ({ id }) => places.get(id)))
    .slice(-count)
    .map((message) => (questions.has(message.id) ? { ...message, isQuestion: true as const } : message))
    .map((message) => {
      const handedOver = handed.get(message.answer?.questionId ?? message.id);
      return handedOver === undefined ? message : { ...message, handedOver };
    });
}

/** Marks refused messages below which a confirmed one stands: sent again, they go below it. */
function withFollowers(messages: MessageView[]): MessageView[] {
  const last = messages.findLastIndex(({ pending }) => !pending);
  return messages.map((message, i) =>
    message.delivery === 'refused' && message.pending && i < last ? { ...message, isFollowed: true as const } : message,
  );
}

/** Returns a message as it looks after its pending deletion; its tick shows the state of the deletion. */
function afterDeletion(message: MessageView, deletion: CommandState | undefined): MessageView {
  if (deletion === undefined || message.redacted === true) return message;
  const { answer: _answer, feedback: _feedback, refusedFeedback: _refused, ...rest } = message;
  return { ...rest, ...redacted(message), delivery: deletion };
}

function confirmedViews(
  rows: Message[],
  room: Room,
  me: Me,
  deliveredTo: number,
  ratings: RoomMessages['ratings'],
  refused: RoomMessages['refusedFeedback'],
): MessageView[] {
  const side = sideOfMe(room, me);
  return rows.map((message) => {
    const refusedFeedback = refused.get(message.id);
    const rating = ratings.get(message.id) ?? refusedFeedback?.rating ?? message.feedback?.rating;
    return {
      ...message,
      // Empty messages cannot be sent: this one was deleted, and an older server's history page contained it.
      ...(message.content === '' && message.files.length === 0 ? { redacted: true as const } : {}),
      pending: false,
      delivery: message.author.id === me.id ? confirmedDelivery(message, room, side, deliveredTo) : null,
      reason: null,
      ...(rating === undefined ? {} : { rating }),
      ...(refusedFeedback === undefined ? {} : { refusedFeedback }),
    };
  });
}

/** Returns pending and refused messages in the order they were made, to follow the confirmed ones. */
function pendingViews(outbox: OutboxState, room: Room, me: Me): MessageView[] {
  const reasons = new Map(outbox.refused.map((row) => [row.cmdId, row]));
  const refused = outbox.refused.map((row) => row.entry).filter((entry) => roomIdsOf(entry, outbox).includes(room.id));
  const entries = [...entriesIn(outbox, room.id), ...refused].sort((a, b) => a.n - b.n);
  return entries.flatMap((entry, i) => {
    const message = messageFrom(entry, me, room, room.sseq + (i + 1) / 100_000);
    if (message === undefined) return [];
    const row = reasons.get(entry.cmdId);
    const reason = row === undefined ? null : { code: row.code, message: row.message, details: row.details };
    const delivery = row === undefined ? outbox.stateOf(entry) : ('refused' as const);
    // A decision about a refused command names the command's own id; other messages have the id that they will keep.
    const id = row === undefined ? message.id : entry.cmdId;
    return [{ ...message, id, roomId: room.id, pending: true, delivery, reason }];
  });
}
