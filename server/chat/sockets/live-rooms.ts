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

/** Minimum time between two messages with unread counts. */
const unreadEveryMs = 100;
/** Rooms whose type is remembered, and users whose removal is; the oldest are dropped. */
const typesKept = 5000;
const leavingsKept = 1000;

/**
 * After each commit, sends new messages to the members of their rooms. These are early copies: the pull brings them
 * too.
 * @returns a function that stops it
 */
export function sendRoomMessages(chat: Chat, deps: Deps, types: readonly RoomType[]): () => void {
  const copies = new EarlyCopies(chat, deps, types);
  const unsubscribe = deps.hints.subscribe((hint) => copies.hinted(hint));
  return () => {
    unsubscribe();
    copies.stop();
  };
}

/** Sends new messages and unread counts, one commit after the other. */
class EarlyCopies {
  readonly #chat: Chat;
  readonly #deps: Deps;
  /** Types of the rooms of this namespace. */
  readonly #types: readonly RoomType[];
  readonly #noteShown: (streams: readonly HintedStream[]) => void;
  /** Types of rooms by id, also of other namespaces, whose rooms are skipped. */
  readonly #typeOf = new Map<string, RoomType>();
  /** Numbers of the latest hints when users left rooms: hints queued before that are no longer sent to them. */
  readonly #leftAt = new Map<string, number>();
  /** Number of the latest hint. */
  #heard = 0;
  /** Sends in progress: the next hint waits for them. */
  #queue = Promise.resolve();
  /** Rooms whose unread counts are to be sent, by id. */
  readonly #dirty = new Map<string, HintedStream>();
  /** Runs until the unread counts are sent. */
  #timer: NodeJS.Timeout | undefined;

  constructor(chat: Chat, deps: Deps, types: readonly RoomType[]) {
    this.#chat = chat;
    this.#deps = deps;
    this.#types = types;
    this.#noteShown = noteStaffListening(deps, () => staffIn(chat));
  }

  hinted(hint: Hint): void {
    const at = ++this.#heard;
    for (const { person, room } of hint.rights ?? []) if (room !== undefined) this.#noteLeft(`${room} ${person}`, at);
    if (this.#chat.sockets.size === 0 || hint.streams.length === 0) return;
    this.#enqueue(() => this.#send(hint, at), 'an early copy of messages was not sent');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #enqueue(work: () => Promise<void>, failed: string): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => this.#deps.log.warn({ err: error }, failed));
  }

  #noteLeft(name: string, at: number): void {
    this.#leftAt.delete(name);
    this.#leftAt.set(name, at);
    const oldest = this.#leftAt.keys().next();
    if (this.#leftAt.size > leavingsKept && !oldest.done) this.#leftAt.delete(oldest.value);
  }

  async #send(hint: Hint, at: number): Promise<void> {
    for (const stream of hint.streams) {
      if (!stream.stream.startsWith('room:') || !this.#hasReceivers(stream)) continue;
      const roomId = stream.stream.slice('room:'.length);
      if (!(await this.#isOurs(roomId))) continue;
      this.#noteShown([stream]);
      const messages = await this.#newMessages(roomId, stream, hint.events);
      if (messages.length > 0) {
        const unread = messages.map((message) => wireMessage(message, { user: 0, support: 0 }));
        const members = stream.members.filter((id) => (this.#leftAt.get(`${roomId} ${id}`) ?? 0) < at);
        const rooms = receiversOf({ ...stream, members });
        if (rooms.length > 0) this.#chat.to(rooms).emit('receiveMessage', { messages: unread, roomId });
      }
      this.#dirty.set(roomId, stream);
      this.#timer ??= setTimeout(() => {
        this.#enqueue(() => this.#sendUnread(), 'unread counts were not sent');
      }, unreadEveryMs);
    }
  }

  #hasReceivers(stream: HintedStream): boolean {
    return receiversOf(stream).some((name) => (this.#chat.adapter.rooms.get(name)?.size ?? 0) > 0);
  }

  async #isOurs(roomId: string): Promise<boolean> {
    const known = this.#typeOf.get(roomId) ?? (await roomOf(this.#deps.db, roomId))?.room.type;
    if (known === undefined) return false;
    remember(this.#typeOf, roomId, known);
    return this.#types.includes(known);
  }

  /**
   * Returns the new messages of a commit. Hints of other processes contain none, so they are read from the database.
   */
  async #newMessages(roomId: string, { stream, came }: HintedStream, events: WireEvent[]): Promise<Message[]> {
    if (events.length > 0) return events.flatMap((event) => (event.stream === stream ? (messageOf(event) ?? []) : []));
    if (came === undefined) return [];
    const found = await messagesAfter(this.#deps.db, roomId, came.first - 1, came.last - came.first + 1);
    return found.filter(({ sseq }) => sseq <= came.last);
  }

  async #sendUnread(): Promise<void> {
    const { db } = this.#deps;
    this.#timer = undefined;
    const rooms = [...this.#dirty];
    this.#dirty.clear();
    for (const [roomId, stream] of rooms) {
      const found = await roomOf(db, roomId);
      if (found === undefined) continue;
      for (const userId of this.#usersListening(stream)) {
        const user = await actorOf(db, userId);
        const side = user === undefined ? undefined : sideIn(user, found);
        if (user === undefined || side === undefined) continue;
        const waiting = await unreadByRoom(db, user, this.#types);
        const total = waiting.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
        const unread = found.room.unread[side].length;
        const counts = { roomId, unread, total, seq: found.room.sseq };
        this.#chat.to(roomOfUser(userId)).emit('unread_count_updated', counts);
      }
    }
  }

  /** Returns the users with a socket here who may see the room. */
  #usersListening(stream: HintedStream): string[] {
    const { rooms } = this.#chat.adapter;
    const users = new Set(stream.members);
    const staff = stream.staff ? (rooms.get(roomOfStaff) ?? []) : [];
    for (const socketId of staff) {
      for (const name of this.#chat.sockets.get(socketId)?.rooms ?? [])
        if (name.startsWith('user:')) users.add(name.slice('user:'.length));
    }
    return [...users].filter((id) => rooms.has(roomOfUser(id)));
  }
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
