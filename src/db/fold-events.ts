import type { Message, Room } from '#domain/chat/chat.ts';
import { type Event, eventTypes, is } from '#domain/spine/events.ts';
import { orderFolding } from '#domain/spine/fold-order.ts';
import { foldRoomAll, messageIn, withAuthorOf } from '#domain/spine/fold-room.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import {
  foldFeedbackInto,
  foldMessages,
  foldUserInto,
  foldRedactionInto,
  noPages,
  readPagesOf,
  type StoredPages,
} from './message-records.ts';
import { groupBy } from './outbox-state.ts';
import { markWanted } from './meta.ts';
import { dropUnneeded } from './blob-cleanup.ts';
import { refuseCommandsOf, purgeRooms } from './rooms-left.ts';
import { dropSavedAnswers } from './saved-answers.ts';
import type { UserDb } from './schema.ts';
import { idOf } from './stream-rows.ts';
import { note } from './synclog.ts';

/** Folds the events of a page into the confirmed rows. Call inside the page's transaction, see confirmed.ts. */

/** The rooms and pages of messages that a page of events will change, as they are stored. */
export interface RowsBefore {
  rooms: Map<string, Room | undefined>;
  pages: StoredPages;
}

/** Returns the messages that these events carry, in their order. */
export function messagesInEvents(wire: readonly WireEvent[]): Message[] {
  return wire.flatMap((event) => messageIn(event as unknown as Event) ?? []);
}

/** Reads what these events will change, with all requests at once. */
export async function rowsBefore(db: UserDb, wire: readonly WireEvent[]): Promise<RowsBefore> {
  const ids = [...new Set(wire.flatMap(({ stream }) => (stream.startsWith('room:') ? [idOf(stream)] : [])))];
  if (ids.length === 0) return { rooms: new Map(), pages: noPages };
  const messages = messagesInEvents(wire);
  const [rows, pages] = await Promise.all([
    db.rooms.bulkGet(ids),
    messages.length === 0 ? noPages : readPagesOf(db, messages),
  ]);
  return { rooms: new Map(ids.map((id, i) => [id, rows[i]])), pages };
}

/**
 * Folds events into the rows, in their order. Streams whose events cannot be folded here are marked as wanted.
 * @param next end of the page: a snapshot of a wanted stream must have passed it
 * @param before rows that `rowsBefore` has read in this transaction
 * @returns whether a stream is wanted
 */
export async function foldEvents(
  db: UserDb,
  me: string,
  { events: wire, next }: { events: readonly WireEvent[]; next: Cursor },
  before: RowsBefore,
): Promise<boolean> {
  const strange = wire.filter((event) => !eventTypes.has(event.type));
  // Events of unknown types are sent by a newer server. They are noted in the sync log instead of folded, so that
  // nothing is dropped silently.
  if (strange.length > 0)
    await note(
      db,
      'event of unknown type',
      strange.map(({ type, pos }) => ({ type, pos })),
    );
  const events = wire.filter((event) => eventTypes.has(event.type)) as unknown as Event[];
  // Streams to fetch as snapshots.
  const wanted = new Map<string, Cursor>();
  const [roomEvents, orderEvents, userEvents] = [
    eventsIn(events, 'room:'),
    eventsIn(events, 'order:'),
    eventsIn(events, `user:${me}`),
  ];
  if (roomEvents.length > 0) await foldRooms(db, roomEvents, wanted, { next, before });
  if (orderEvents.length > 0) await foldOrders(db, orderEvents, wanted, next);
  if (userEvents.length > 0) await foldUser(db, me, userEvents, wanted, next);
  if (wanted.size > 0) await markWanted(db, wanted);
  return wanted.size > 0;
}

function eventsIn(events: Event[], prefix: string): Event[] {
  return events.filter((event) => event.stream.startsWith(prefix));
}

async function foldRooms(
  db: UserDb,
  events: Event[],
  wanted: Map<string, Cursor>,
  { next, before }: { next: Cursor; before: RowsBefore },
): Promise<void> {
  const rooms = new Map<string, Room>();
  const folded: Event[] = [];
  for (const [stream, ofRoom] of groupBy(events, (event) => event.stream)) {
    const room = before.rooms.get(idOf(stream));
    if (room === undefined && ofRoom.every(isOfNames)) continue;
    const { inOrder, isWhole } = withoutGap(room?.sseq, ofRoom);
    if (!isWhole) wanted.set(stream, next);
    const after = foldRoomAll(room, inOrder);
    if (after === undefined) continue;
    rooms.set(after.id, after);
    folded.push(...inOrder);
    // The room begins with its first event.
    const [first] = inOrder;
    if (room === undefined && first !== undefined)
      await db.windows.put({ roomId: after.id, from: first.sseq, complete: true });
  }
  const messages = folded.flatMap((event) => {
    const message = messageIn(event);
    return message === undefined ? [] : [withAuthorOf(rooms.get(message.roomId)?.renamed, message)];
  });
  await Promise.all([
    rooms.size === 0 ? undefined : db.rooms.bulkPut([...rooms.values()]),
    messages.length === 0 ? undefined : foldMessages(db, messages, before.pages),
  ]);
  for (const event of feedbackIn(folded)) await foldFeedbackInto(db, event);
  const freed: string[] = [];
  for (const event of redactionsIn(folded)) freed.push(...(await foldRedactionInto(db, event)));
  if (freed.length > 0) await dropUnneeded(db, freed);
  for (const event of folded) if (is(event, 'person.renamed')) await foldUserInto(db, idOf(event.stream), event);
  const answered = folded.flatMap(questionAnsweredBy);
  if (answered.length > 0) await dropSavedAnswers(db, answered);
}

/** Whether an event changes only names. A room or an order that this device leaves out is not fetched for it. */
function isOfNames(event: Event): boolean {
  return is(event, 'name.changed');
}

/**
 * Returns the events of a room up to the first gap. Without the room, they must begin with the one that opens it.
 * @param sseq position of the last event that is applied; undefined without the room
 */
function withoutGap(sseq: number | undefined, events: Event[]): { inOrder: Event[]; isWhole: boolean } {
  let last = sseq;
  const inOrder: Event[] = [];
  for (const event of events) {
    if (last === undefined ? !is(event, 'room.opened') : leavesGap({ sseq: last }, event)) continue;
    last = Math.max(last ?? 0, event.sseq);
    inOrder.push(event);
  }
  return { inOrder, isWhole: inOrder.length === events.length };
}

/**
 * Whether events of the stream are missing before this one, because the user could not see the stream for a while. It
 * is then fetched whole, like an unknown stream.
 */
function leavesGap(before: { sseq: number } | undefined, event: Event): boolean {
  return before !== undefined && event.sseq > before.sseq + 1;
}

function feedbackIn(events: Event[]): Event<'feedback.given'>[] {
  return events.filter((event): event is Event<'feedback.given'> => is(event, 'feedback.given'));
}

function redactionsIn(events: Event[]): Event<'message.redacted'>[] {
  return events.filter((event): event is Event<'message.redacted'> => is(event, 'message.redacted'));
}

function questionAnsweredBy(event: Event): string[] {
  const answer = is(event, 'answer.finished') ? event.data.message.answer : undefined;
  return answer === undefined ? [] : [answer.questionId];
}

async function foldOrders(db: UserDb, events: Event[], wanted: Map<string, Cursor>, next: Cursor): Promise<void> {
  const ids = [...new Set(events.map(({ stream }) => idOf(stream)))];
  const rows = await db.orders.bulkGet(ids);
  const orders = new Map<string, Order | undefined>(ids.map((id, i) => [id, rows[i]]));
  const freed: string[] = [];
  const fold = orderFolding();
  for (const event of events) {
    const id = idOf(event.stream);
    const before = orders.get(id);
    if (before === undefined && isOfNames(event)) continue;
    if (is(event, 'report.withdrawn')) freed.push(...fileOfReport(before, event.data.report.id));
    const order = leavesGap(before, event) ? undefined : fold(before, event);
    if (order === undefined) wanted.set(event.stream, next);
    else orders.set(id, order);
  }
  await db.orders.bulkPut([...orders.values()].filter((order) => order !== undefined));
  if (freed.length > 0) await dropUnneeded(db, freed);
}

/** Returns the hash of a report's file, which is no longer read here once it is withdrawn. */
function fileOfReport(order: Order | undefined, reportId: string): string[] {
  const file = order?.reports?.find(({ id }) => id === reportId)?.file;
  return file === undefined || file === null ? [] : [file.sha256];
}

async function foldUser(
  db: UserDb,
  me: string,
  events: Event[],
  wanted: Map<string, Cursor>,
  next: Cursor,
): Promise<void> {
  // A room left and joined again in one page is purged too, then fetched again.
  const removed = events.flatMap((event) => (is(event, 'member.removed') ? [event.data.roomId] : []));
  if (removed.length > 0) await purgeRooms(db, removed);
  const membership = new Map(events.flatMap((event) => membershipIn(event, me)));
  const left = [...membership].flatMap(([roomId, isMember]) => (isMember ? [] : [roomId]));
  for (const roomId of left) wanted.delete(`room:${roomId}`);
  if (left.length > 0) await refuseCommandsOf(db, left, Date.now());
  const rooms = [...membership].flatMap(([roomId, isMember]) => (isMember ? [roomId] : []));
  const rows = await db.rooms.bulkGet(rooms);
  rooms.forEach((roomId, i) => rows[i] === undefined && wanted.set(`room:${roomId}`, next));
  const usage = events.filter((event) => is(event, 'usage.counted')).map((event) => event.data.question_usage);
  const user = usage.length === 0 ? undefined : await db.people.get(me);
  if (user === undefined) return;
  await db.people.put({ ...user, question_usage: Math.max(user.question_usage, ...usage) });
}

/**
 * Returns the room and whether this user is a member of it after the event. `member.removed` is in the user's own
 * stream, so it is always about this user.
 */
function membershipIn(event: Event, me: string): [string, boolean][] {
  if (is(event, 'member.removed')) return [[event.data.roomId, false]];
  return is(event, 'member.added') && event.data.userId === me ? [[event.data.roomId, true]] : [];
}
