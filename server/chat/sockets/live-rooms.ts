import type { Namespace } from 'socket.io';
import type { Message } from '#domain/chat/chat.ts';
import type { RoomType } from '#domain/account/room-types.ts';
import { is } from '#domain/spine/events.ts';
import type { ChatClientEvents, ChatServerEvents } from '#domain/spine/wire/sockets.ts';
import type { WireEvent } from '#domain/spine/wire/sync.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import type { Hint, HintedStream } from '../../ground/hint.ts';
import { actorOf } from '../../session/users.ts';
import { messagesAfter } from '../store/message-reads.ts';
import { roomOf, sideIn } from '../store/rooms.ts';
import { unreadByRoom } from '../store/unread.ts';
import { wireMessage } from '../wire.ts';
import { noteStaffListening } from '../../http/staff-reads.ts';
import { roomOfUser, roomOfStaff, staffIn } from '../../spine/sockets/session-watch.ts';

type Chat = Namespace<ChatClientEvents, ChatServerEvents>;

/** Least time between two messages with unread counts. */
const unreadEveryMs = 100;
/** Rooms whose type is remembered, and users whose removal is; the oldest are dropped. */
const typesKept = 5000;
const leavingsKept = 1000;

/**
 * After each commit, sends new messages to the members of their rooms. These are early copies: the pull brings them
 * too.
 * @returns a function that stops it
 */
export function sendRoomMessages(chat: Chat, { db, hints, log }: Deps, types: readonly RoomType[]): () => void {
  const noteShown = noteStaffListening({ db, log }, () => staffIn(chat));
  /** Types of rooms by id, also of other namespaces, whose rooms are skipped. */
  const typeOf = new Map<string, RoomType>();
  const dirty = new Map<string, HintedStream>();
  let timer: NodeJS.Timeout | undefined;
  let queue = Promise.resolve();

  /** When users left rooms, in the order of hints: hints queued before that are no longer sent to them. */
  const leftAt = new Map<string, number>();
  let heard = 0;

  const unsubscribe = hints.subscribe((hint) => {
    const at = ++heard;
    for (const { person, room } of hint.rights ?? []) if (room !== undefined) noteLeft(`${room} ${person}`, at);
    if (chat.sockets.size === 0 || hint.streams.length === 0) return;
    queue = queue
      .then(() => send(hint, at))
      .catch((error: unknown) => log.warn({ err: error }, 'an early copy of messages was not sent'));
  });

  function noteLeft(name: string, at: number): void {
    leftAt.delete(name);
    leftAt.set(name, at);
    const oldest = leftAt.keys().next();
    if (leftAt.size > leavingsKept && !oldest.done) leftAt.delete(oldest.value);
  }

  async function send(hint: Hint, at: number): Promise<void> {
    for (const stream of hint.streams) {
      if (!stream.stream.startsWith('room:') || !hasReceivers(stream)) continue;
      const roomId = stream.stream.slice('room:'.length);
      if (!(await isOurs(roomId))) continue;
      noteShown([stream]);
      const messages = await newMessages(roomId, stream, hint.events);
      if (messages.length > 0) {
        const unread = messages.map((message) => wireMessage(message, { user: 0, support: 0 }));
        const members = stream.members.filter((id) => (leftAt.get(`${roomId} ${id}`) ?? 0) < at);
        const rooms = receiversOf({ ...stream, members });
        if (rooms.length > 0) chat.to(rooms).emit('receiveMessage', { messages: unread, roomId });
      }
      dirty.set(roomId, stream);
      timer ??= setTimeout(() => {
        queue = queue
          .then(sendUnread)
          .catch((error: unknown) => log.warn({ err: error }, 'unread counts were not sent'));
      }, unreadEveryMs);
    }
  }

  function hasReceivers(stream: HintedStream): boolean {
    return receiversOf(stream).some((name) => (chat.adapter.rooms.get(name)?.size ?? 0) > 0);
  }

  async function isOurs(roomId: string): Promise<boolean> {
    const known = typeOf.get(roomId) ?? (await roomOf(db, roomId))?.room.type;
    if (known === undefined) return false;
    remember(typeOf, roomId, known);
    return types.includes(known);
  }

  /**
   * Returns the new messages of a commit. Hints of other processes contain none, so they are read from the database.
   */
  async function newMessages(roomId: string, { stream, came }: HintedStream, events: WireEvent[]): Promise<Message[]> {
    if (events.length > 0) return events.flatMap((event) => (event.stream === stream ? (messageOf(event) ?? []) : []));
    if (came === undefined) return [];
    const found = await messagesAfter(db, roomId, came.first - 1, came.last - came.first + 1);
    return found.filter(({ sseq }) => sseq <= came.last);
  }

  async function sendUnread(): Promise<void> {
    timer = undefined;
    const rooms = [...dirty];
    dirty.clear();
    for (const [roomId, stream] of rooms) {
      const found = await roomOf(db, roomId);
      if (found === undefined) continue;
      for (const userId of usersListening(stream)) {
        const user = await actorOf(db, userId);
        const side = user === undefined ? undefined : sideIn(user, found);
        if (user === undefined || side === undefined) continue;
        const waiting = await unreadByRoom(db, user, types);
        const total = waiting.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
        const unread = found.room.unread[side].length;
        chat.to(roomOfUser(userId)).emit('unread_count_updated', { roomId, unread, total, seq: found.room.sseq });
      }
    }
  }

  /** Returns the users with a socket here who may see the room. */
  function usersListening(stream: HintedStream): string[] {
    const users = new Set(stream.members);
    const staff = stream.staff ? (chat.adapter.rooms.get(roomOfStaff) ?? []) : [];
    for (const socketId of staff) {
      for (const name of chat.sockets.get(socketId)?.rooms ?? [])
        if (name.startsWith('user:')) users.add(name.slice('user:'.length));
    }
    return [...users].filter((id) => chat.adapter.rooms.has(roomOfUser(id)));
  }

  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function receiversOf(stream: HintedStream): string[] {
  const members = stream.members.map(roomOfUser);
  return stream.staff ? [...members, roomOfStaff] : members;
}

/** Returns the message of an event, with its position. */
function messageOf(event: WireEvent): Message | undefined {
  if (!is(event, 'message.sent') && !is(event, 'answer.finished')) return undefined;
  return { ...event.data.message, sseq: event.sseq };
}

/** Stores a room's type, and drops the oldest entry beyond the limit. */
function remember(types: Map<string, RoomType>, roomId: string, type: RoomType): void {
  types.delete(roomId);
  types.set(roomId, type);
  const oldest = types.keys().next();
  if (types.size > typesKept && !oldest.done) types.delete(oldest.value);
}
