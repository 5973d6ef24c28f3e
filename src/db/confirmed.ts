import type { Room } from '#domain/chat.ts';
import { type Event, eventTypes } from '#domain/events.ts';
import { foldOrder, foldRoom, is, messageIn, withAuthorOf } from '#domain/events.ts';
import type { Order } from '#domain/order/order.ts';
import { comparePositions, hasPassed, type Cursor, type WireEvent } from '#domain/protocol/sync.ts';
import { foldFeedbackInto, foldMessages, foldUserInto, foldRedactionInto } from './message-pages.ts';
import { readMeta, storeMeta, markWanted, readWantedStreams } from './meta.ts';
import { outboxTables, pendingIn } from './pending.ts';
import { removeEntries } from './progress.ts';
import { dropUnneeded } from './blob-cleanup.ts';
import { refuseCommandsOf, purgeRooms } from './rooms-left.ts';
import { dropSavedAnswers } from './saved-answers.ts';
import { rowTables, type UserDb } from './schema.ts';
import { idOf } from './stream-rows.ts';
import { note } from './synclog.ts';

/**
 * Applies pages of events to the confirmed rows, in one transaction with the cursor and with the commands that the
 * cursor passes: a crash leaves either the whole page applied or nothing of it. Snapshots and history pages, in
 * snapshot.ts, are the only other source of confirmed rows.
 */

/** One page of events. */
export interface Page {
  events: readonly WireEvent[];
  /** The cursor the page was pulled from. If another tab has moved the cursor, the page is not applied. */
  from: Cursor;
  next: Cursor;
}

/** Applies one page for the user `me`. @returns false when the page does not begin at the cursor */
export function applyPage(db: UserDb, me: string, page: Page): Promise<boolean> {
  return db.transaction('rw!', tablesFor(db, page), async () => {
    const cursor = await readMeta(db, 'cursor');
    if (cursor === undefined || cursor.epoch !== page.from.epoch || comparePositions(cursor, page.from) !== 0)
      return false;
    await foldEvents(db, me, page.events, page.next);
    await settle(db, page.next);
    await storeMeta(db, 'cursor', page.next);
    return true;
  });
}

/**
 * Returns the tables this page may write. Only events that remove something, which are rare, need the tables
 * `attention` and `blobs`.
 */
function tablesFor(db: UserDb, { events }: Page) {
  const takesAway = events.some(({ type }) => removing.has(type));
  return takesAway ? [...confirmedTables(db), db.attention, db.blobs] : confirmedTables(db);
}

/** Returns the tables that every page may write. */
export function confirmedTables(db: UserDb) {
  return [...rowTables(db), db.meta, ...outboxTables(db), db.drafts, db.synclog];
}

const removing: ReadonlySet<string> = new Set(['member.removed', 'message.redacted', 'report.withdrawn']);

async function foldEvents(db: UserDb, me: string, wire: readonly WireEvent[], next: Cursor): Promise<void> {
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
  if (roomEvents.length > 0) await foldRooms(db, roomEvents, wanted, next);
  if (orderEvents.length > 0) await foldOrders(db, orderEvents, wanted, next);
  if (userEvents.length > 0) await foldUser(db, me, userEvents, wanted, next);
  if (wanted.size > 0) await markWanted(db, wanted);
}

function eventsIn(events: Event[], prefix: string): Event[] {
  return events.filter((event) => event.stream.startsWith(prefix));
}

async function foldRooms(db: UserDb, events: Event[], wanted: Map<string, Cursor>, next: Cursor): Promise<void> {
  const ids = [...new Set(events.map(({ stream }) => idOf(stream)))];
  const rows = await db.rooms.bulkGet(ids);
  const rooms = new Map<string, Room | undefined>(ids.map((id, i) => [id, rows[i]]));
  const folded: Event[] = [];
  for (const event of events) {
    const id = idOf(event.stream);
    const before = rooms.get(id);
    const room = leavesGap(before, event) ? undefined : foldRoom(before, event);
    if (room === undefined) {
      wanted.set(event.stream, next);
      continue;
    }
    // The room begins with this event.
    if (before === undefined) await db.windows.put({ roomId: id, from: event.sseq, complete: true });
    rooms.set(id, room);
    folded.push(event);
  }
  await db.rooms.bulkPut([...rooms.values()].filter((room) => room !== undefined));
  const messages = folded.flatMap((event) => {
    const message = messageIn(event);
    return message === undefined ? [] : [withAuthorOf(rooms.get(message.roomId)?.renamed, message)];
  });
  if (messages.length > 0) await foldMessages(db, messages);
  for (const event of feedbackIn(folded)) await foldFeedbackInto(db, event);
  const freed: string[] = [];
  for (const event of redactionsIn(folded)) freed.push(...(await foldRedactionInto(db, event)));
  if (freed.length > 0) await dropUnneeded(db, freed);
  for (const event of folded) if (is(event, 'person.renamed')) await foldUserInto(db, idOf(event.stream), event);
  const answered = folded.flatMap(questionAnsweredBy);
  if (answered.length > 0) await dropSavedAnswers(db, answered);
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
  for (const event of events) {
    const id = idOf(event.stream);
    const before = orders.get(id);
    if (is(event, 'report.withdrawn')) freed.push(...fileOfReport(before, event.data.report.id));
    const order = leavesGap(before, event) ? undefined : foldOrder(before, event);
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
  // A room left and joined again in one page is purged too, then fetched anew.
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

/**
 * Removes from the outbox the commands whose position the cursor has passed. Commands whose position is of another
 * epoch become pending again: no cursor will pass that position, and their ids make a second push safe. Call inside a
 * transaction over `outboxTables`.
 */
export async function settle(db: UserDb, cursor: Cursor): Promise<void> {
  const acks = await db.acks.toArray();
  const passed = acks.filter(({ pos }) => hasPassed(cursor, pos));
  const done = acks.filter((ack) => passed.includes(ack) || ack.pos.epoch !== cursor.epoch);
  if (done.length === 0) return;
  const gone = passed.flatMap(({ ns }) => ns);
  if (gone.length > 0) await removeEntries(db, await pendingIn(db), gone);
  await db.acks.bulkDelete(done.map(({ a }) => a));
}

/** Returns the streams to fetch as snapshots, in a transaction of its own. */
export function wantedStreams(db: UserDb): Promise<Map<string, Cursor>> {
  return db.transaction('r!', db.meta, async () => readWantedStreams(db));
}
