import type { Room } from '#domain/chat.ts';
import { type Event, eventTypes } from '#domain/events.ts';
import { foldOrder, foldRoomAll, is, messageIn, withAuthorOf } from '#domain/events.ts';
import type { Order } from '#domain/order/order.ts';
import { comparePositions, hasPassed, type Cursor, type WireEvent } from '#domain/protocol/sync.ts';
import {
  foldFeedbackInto,
  foldMessages,
  foldUserInto,
  foldRedactionInto,
  noPages,
  readPagesOf,
  type StoredPages,
} from './message-pages.ts';
import { groupBy } from './outbox-state.ts';
import { readMeta, markWanted, readWantedStreams } from './meta.ts';
import { outboxTables, pendingIn } from './pending.ts';
import { removeEntries } from './progress.ts';
import { dropUnneeded } from './blob-cleanup.ts';
import { refuseCommandsOf, purgeRooms } from './rooms-left.ts';
import { dropSavedAnswers } from './saved-answers.ts';
import { type AcceptedRow, rowTables, type UserDb } from './schema.ts';
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
  /** Set when the log ends here: what is stored about the end of a complete pull. */
  complete?: Complete;
}

/** The end of a complete pull, in ms since 1970. */
interface Complete {
  /** By the device's clock. */
  at: number;
  /** By the server's clock; undefined before its first reply. */
  heardAt: number | undefined;
}

/** Applies one page for the user `me`. @returns false when the page does not begin at the cursor */
export function applyPage(db: UserDb, me: string, page: Page): Promise<boolean> {
  const few = fewTablesFor(db, page);
  return db.transaction('rw!', few ?? tablesFor(db, page), async () => {
    // All requests are made at once, so that the page waits for one round trip.
    const [cursor, acks, before] = await Promise.all([
      readMeta(db, 'cursor'),
      db.acks.toArray(),
      rowsBefore(db, page.events),
    ]);
    if (cursor === undefined || cursor.epoch !== page.from.epoch || comparePositions(cursor, page.from) !== 0)
      return false;
    const fold = () => foldEvents(db, me, page, before);
    const rest = () => [settleAcks(db, acks, page.next), storeEnd(db, page)];
    if (few !== undefined) await Promise.all([fold(), ...rest()]);
    else {
      // Events that remove something may change the outbox too.
      await fold();
      await Promise.all(rest());
    }
    return true;
  });
}

/** Moves the cursor; when the log ends with this page, also stores when that was. */
async function storeEnd(db: UserDb, { next, complete }: Page): Promise<void> {
  const heardAt = complete?.heardAt;
  await db.meta.bulkPut([
    { key: 'cursor', value: next },
    ...(complete === undefined ? [] : [{ key: 'lastSyncedAt', value: complete.at }]),
    ...(heardAt === undefined ? [] : [{ key: 'heardAt', value: heardAt }]),
  ]);
}

/**
 * Tables that the usual events write, by their type; besides meta and the outbox, which every page may write. A
 * transaction over few tables starts sooner and waits for fewer others.
 */
const tablesOfUsual: Partial<Record<string, readonly ('rooms' | 'messages' | 'drafts' | 'people')[]>> = {
  'message.sent': ['rooms', 'messages'],
  'read.marked': ['rooms'],
  'answer.started': ['rooms'],
  'answer.finished': ['rooms', 'messages', 'drafts'],
  'usage.counted': ['rooms', 'people'],
};

/** Returns the tables of a page that has only usual events; undefined for all others. */
function fewTablesFor(db: UserDb, { events }: Page) {
  const names = new Set<'rooms' | 'messages' | 'drafts' | 'people'>();
  for (const { type } of events) {
    const written = tablesOfUsual[type];
    if (written === undefined) return undefined;
    for (const name of written) names.add(name);
  }
  return [db.meta, ...outboxTables(db), ...[...names].map((name) => db[name])];
}

/**
 * Returns the tables this page may write. Only events that remove something, which are rare, need the tables
 * `attention` and `blobs`.
 */
function tablesFor(db: UserDb, { events }: Page) {
  const takesAway = events.some(({ type }) => removing.has(type));
  return takesAway ? [...confirmedTables(db), db.attention, db.blobs] : confirmedTables(db);
}

/** The rooms and pages of messages that a page of events will change, as they are stored. */
interface RowsBefore {
  rooms: Map<string, Room | undefined>;
  pages: StoredPages;
}

async function rowsBefore(db: UserDb, wire: readonly WireEvent[]): Promise<RowsBefore> {
  const ids = [...new Set(wire.flatMap(({ stream }) => (stream.startsWith('room:') ? [idOf(stream)] : [])))];
  if (ids.length === 0) return { rooms: new Map(), pages: noPages };
  const messages = wire.flatMap((event) => messageIn(event as unknown as Event) ?? []);
  const [rows, pages] = await Promise.all([
    db.rooms.bulkGet(ids),
    messages.length === 0 ? noPages : readPagesOf(db, messages),
  ]);
  return { rooms: new Map(ids.map((id, i) => [id, rows[i]])), pages };
}

/** Returns the tables that every page may write. */
export function confirmedTables(db: UserDb) {
  return [...rowTables(db), db.meta, ...outboxTables(db), db.drafts, db.synclog];
}

const removing: ReadonlySet<string> = new Set(['member.removed', 'message.redacted', 'report.withdrawn']);

async function foldEvents(db: UserDb, me: string, { events: wire, next }: Page, before: RowsBefore): Promise<void> {
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
  await settleAcks(db, await db.acks.toArray(), cursor);
}

async function settleAcks(db: UserDb, acks: readonly AcceptedRow[], cursor: Cursor): Promise<void> {
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
