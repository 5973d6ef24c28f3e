import type { Message, Room, Side } from '#domain/chat.ts';
import { belongsToNavigator, talksToAssistant } from '#domain/chat.ts';
import type { Me } from '#domain/users.ts';
import type { EarlyMessages } from './early.ts';
import { areEnough, messagesIn, newestPagesUpTo, withOlderPages } from './message-pages.ts';
import { missingOf } from './pending.ts';
import {
  isEntry,
  messageFrom,
  projectRoom,
  ratingsIn,
  reachOf,
  roomFrom,
  roomFromHandoff,
  sideOfMe,
} from './project-room.ts';
import { savedAnswersOf, type SavedAnswer } from './saved-answers.ts';
import type { MessagePage, OutboxEntry, UserDb, WindowRow } from './schema.ts';
import { groupBy, queueTables, standingFrom, standingIn, standingReads, type Standing } from './standing.ts';
import type { MessageView, RoomView } from './views.ts';

/** Every room this person sees, newest first. */
export function roomsOf(db: UserDb, me: Me): Promise<RoomView[]> {
  return db.transaction('r!', [db.rooms, ...queueTables(db)], async () => {
    const rooms = await db.rooms.toArray();
    return roomViews(rooms, await standingIn(db), me);
  });
}

function roomViews(rooms: Room[], standing: Standing, me: Me): RoomView[] {
  const known = new Set(rooms.map((room) => room.id));
  const lanes = groupBy(standing.pending.entries, (entry) => roomIdOf(entry, standing) ?? '');
  const made = [...madeHere(standing, me).values()].filter(({ id }) => !known.has(standing.aliases.get(id) ?? id));
  const all = [...rooms.map((room) => ({ room, pending: false })), ...made.map((room) => ({ room, pending: true }))];
  return all
    .map(({ room, pending }) => viewOf(room, lanes.get(room.id) ?? [], me, standing, pending))
    .sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
}

/** One room, found also under the id it had before it turned out to exist already. */
export function roomOf(db: UserDb, me: Me, roomId: string): Promise<RoomView | undefined> {
  return db.transaction('r!', [db.rooms, ...queueTables(db)], async () => {
    const standing = await standingIn(db);
    const id = standing.aliases.get(roomId) ?? roomId;
    const confirmed = await db.rooms.get(id);
    const room = confirmed ?? madeHere(standing, me).get(id);
    return room && viewOf(room, entriesIn(standing, id), me, standing, confirmed === undefined);
  });
}

function viewOf(room: Room, entries: OutboxEntry[], me: Me, standing: Standing, pending: boolean): RoomView {
  const projected = projectRoom(room, entries, me);
  const waiting = entries.filter((entry) => !standing.pending.isAccepted(entry.n)).length;
  return { ...projected, unreadCount: projected.unread[sideOfMe(room, me)].length, waiting, pending };
}

function timeOf(room: Room): string {
  return room.last?.at ?? room.createdAt;
}

/** Rooms that exist only as commands so far. */
function madeHere({ pending, refused }: Standing, me: Me): Map<string, Room> {
  const rooms = new Map<string, Room>();
  for (const entry of [...pending.entries, ...refused.map((row) => row.entry)]) {
    if (isEntry(entry, 'room.open')) rooms.set(entry.args.roomId, roomFrom(entry, me));
    if (isEntry(entry, 'handoff.request')) rooms.set(entry.args.expertRoomId, roomFromHandoff(entry, me));
  }
  return rooms;
}

function roomIdOf(entry: OutboxEntry, standing: Standing): string | undefined {
  if (!entry.lane.startsWith('room:')) return undefined;
  const id = entry.lane.slice('room:'.length);
  return standing.aliases.get(id) ?? id;
}

function entriesIn(standing: Standing, roomId: string): OutboxEntry[] {
  return standing.pending.entries.filter((entry) => roomIdOf(entry, standing) === roomId);
}

/** The newest `limit` messages of a room, oldest first; `hasOlder` tells whether there are more, here or on the server. */
export function messagesOf(
  db: UserDb,
  me: Me,
  roomId: string,
  limit: number,
  early?: EarlyMessages,
): Promise<{ messages: MessageView[]; hasOlder: boolean }> {
  const tables = [db.rooms, db.messages, db.windows, db.drafts, ...queueTables(db)];
  return db.transaction('r!', tables, async () => {
    // Everything is asked for at once, as if the room had no other id: a cold start waits for two answers, not for ten.
    const [reads, [confirmed, window]] = await Promise.all([Promise.all(standingReads(db)), roomRows(roomId)]);
    const [records, pages] = await Promise.all([db.outbox.bulkGet(missingOf(db, reads[0])), pagesOf(confirmed)]);
    const standing = standingFrom(db, reads, records);
    const id = standing.aliases.get(roomId);
    if (id !== undefined) return await foundAs(id, standing);
    const room = confirmed ?? madeHere(standing, me).get(roomId);
    return room === undefined ? nothing : await shown(room, window, pages, standing);
  });

  function roomRows(id: string) {
    return Promise.all([db.rooms.get(id), db.windows.get(id)]);
  }

  function pagesOf(room: Room | undefined): PromiseLike<MessagePage[]> {
    return newestPagesUpTo(db, roomId, room?.sseq ?? 0, limit + 1);
  }

  async function foundAs(id: string, standing: Standing) {
    const [confirmed, window] = await roomRows(id);
    const pages = await newestPagesUpTo(db, id, confirmed?.sseq ?? 0, limit + 1);
    const room = confirmed ?? madeHere(standing, me).get(id);
    return room === undefined ? nothing : await shown(room, window, pages, standing);
  }

  async function shown(room: Room, window: WindowRow | undefined, pages: MessagePage[], standing: Standing) {
    const enough = areEnough(pages, limit + 1) ? pages : await withOlderPages(db, room.id, pages, limit + 1);
    const rows = messagesIn(enough);
    const messages = allMessages({ standing, room, rows, me, early, delivered: window?.delivered });
    const pending = messages.filter((message) => message.pending).map((message) => message.id);
    const saved = pending.length === 0 ? new Map<string, SavedAnswer>() : await savedAnswersOf(db, pending);
    const hasOlder = messages.length > limit || (window !== undefined && !window.complete);
    return { messages: messages.slice(-limit).map((message) => withSavedAnswer(message, saved)), hasOlder };
  }
}

const nothing = { messages: [], hasOlder: false };

function withSavedAnswer(message: MessageView, saved: Map<string, SavedAnswer>): MessageView {
  const savedAnswer = saved.get(message.id);
  return savedAnswer === undefined ? message : { ...message, savedAnswer };
}

interface Sources {
  standing: Standing;
  room: Room;
  rows: Message[];
  me: Me;
  early: EarlyMessages | undefined;
  delivered: Record<Side, number> | undefined;
}

/** Confirmed, then early, then pending: each message once, under the first of these that has it. */
function allMessages({ standing, room, rows, me, early, delivered }: Sources): MessageView[] {
  const known = new Set(rows.map((message) => message.id));
  const newest = rows.at(-1)?.sseq ?? 0;
  const seen = (early?.of(room.id) ?? []).filter((message) => !known.has(message.id) && message.sseq > newest);
  for (const message of seen) known.add(message.id);
  const ratings = ratingsIn(entriesIn(standing, room.id));
  const pending = pendingViews(standing, room, me).filter((message) => !known.has(message.id));
  const other = sideOfMe(room, me) === 'user' ? 'support' : 'user';
  const deliveredTo = Math.max(early?.deliveredTo(room.id, other) ?? 0, delivered?.[other] ?? 0);
  return [...confirmedViews([...rows, ...seen], room, me, deliveredTo, ratings), ...pending];
}

function confirmedViews(
  rows: Message[],
  room: Room,
  me: Me,
  deliveredTo: number,
  ratings: Map<string, 1 | -1>,
): MessageView[] {
  const side = sideOfMe(room, me);
  return rows.map((message) => {
    const rating = ratings.get(message.id) ?? message.feedback?.rating;
    return {
      ...message,
      pending: false,
      delivery: message.author.id === me.id ? reachOf(message, room, side, deliveredTo) : null,
      reason: null,
      ...(rating === undefined ? {} : { rating }),
    };
  });
}

/** Pending and refused messages, in the order they were made, after everything confirmed. */
function pendingViews(standing: Standing, room: Room, me: Me): MessageView[] {
  const reasons = new Map(standing.refused.map((row) => [row.cmdId, row]));
  const refused = standing.refused.map((row) => row.entry).filter((entry) => roomIdOf(entry, standing) === room.id);
  const entries = [...entriesIn(standing, room.id), ...refused].sort((a, b) => a.n - b.n);
  return entries.flatMap((entry, i) => {
    const message = messageFrom(entry, me, sideOfMe(room, me), room.sseq + (i + 1) / 100_000);
    if (message === undefined) return [];
    const row = reasons.get(entry.cmdId);
    const reason = row === undefined ? null : { code: row.code, message: row.message, details: row.details };
    const delivery = row === undefined ? standing.stateOf(entry) : ('refused' as const);
    return [{ ...message, roomId: room.id, pending: true, delivery, reason }];
  });
}

/** Unread messages by where they are shown: expert rooms, Navigator rooms, the assistant's. */
export async function unreadOf(db: UserDb, me: Me): Promise<{ expert: number; po: number; ai: number }> {
  const counts = { expert: 0, po: 0, ai: 0 };
  for (const room of await roomsOf(db, me)) {
    const kind = talksToAssistant(room.type) ? 'ai' : belongsToNavigator(room.type) ? 'po' : 'expert';
    counts[kind] += room.unreadCount;
  }
  return counts;
}
