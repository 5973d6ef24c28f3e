import type { Namespace, Server } from 'socket.io';
import type { RoomType } from '#domain/account/room-types.ts';
import { otherSide, sideOf } from '#domain/chat/chat.ts';
import { Refusal } from '#domain/ground/errors.ts';
import {
  type ChatClientEvents,
  type ChatServerEvents,
  type WireRoom,
  getRoomsQuery,
  markAsReadBody,
  namespaces,
} from '#domain/spine/wire/sockets.ts';
import type { User } from '#domain/account/users.ts';
import { command } from '../../spine/routes/commanding.ts';
import { newId } from '../../ground/new-id.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { noteRead } from '../../http/staff-reads.ts';
import { messagesById, newestMessages } from '../store/message-reads.ts';
import { roomOf, roomsOf, sideIn } from '../store/rooms.ts';
import { type Allowance, charge } from '../../limits/allowance.ts';
import { wireRoom } from '../wire.ts';
import { argumentOf, openNamespace } from '../../spine/sockets/event-handlers.ts';
import { sendRoomMessages } from './live-rooms.ts';
import type { SessionWatch } from '../../spine/sockets/session-watch.ts';
import { messagePage } from '#domain/chat/message-page.ts';

const listedRooms = 500;
/** Newest messages of each room in a list of rooms. */
const listedMessages = 10;

/** A chat namespace of the specification, and the types of its rooms. */
export interface ChatNamespace {
  name: string;
  types: readonly RoomType[];
}

const readQuery = argumentOf(getRoomsQuery);
const readMark = argumentOf(markAsReadBody);

/** Costs of the events, as `http/costs.ts` counts: all rooms of the user are read, with their newest messages. */
const costs = { get_rooms: 50, mark_as_read: 1 };

/** Opens a chat namespace: handles its events, and sends what happens in its rooms. */
export function openChatNamespace(
  io: Server,
  deps: Deps & { watch: SessionWatch; users: Allowance },
  about: ChatNamespace,
): () => void {
  const { watch, users } = deps;
  const namespace: Namespace<ChatClientEvents, ChatServerEvents> = io.of(about.name);
  openNamespace(
    namespace,
    { watch, log: deps.log },
    {
      get_rooms: async (user, query, socket) => {
        charge(users, user.id, costs.get_rooms);
        const rooms = await listRooms(deps, user, about, query);
        socket.emit('chat_rooms', rooms);
        return { rooms };
      },
      mark_as_read: async (user, mark) => {
        charge(users, user.id, costs.mark_as_read);
        return await markAsRead(deps, user, about, mark);
      },
    },
  );
  return sendRoomMessages(namespace, deps, about.types);
}

async function listRooms({ db }: Deps, user: User, about: ChatNamespace, query: unknown): Promise<WireRoom[]> {
  // Without an argument, all rooms are meant.
  const { chatRoomType = null, conversation_id = null } = readQuery(query ?? {});
  const types =
    chatRoomType === null || chatRoomType === 'po' ? about.types : about.types.filter((type) => type === chatRoomType);
  const wanted = conversation_id === null ? await roomsOf(db, user, listedRooms) : [];
  if (conversation_id !== null) {
    const found = await roomOf(db, conversation_id.toLowerCase());
    if (found !== undefined && sideIn(user, found) !== undefined) wanted.push(found.room);
  }
  const shown = wanted.filter((room) => types.includes(room.type));
  if (conversation_id === null) await noteRead(db, user, { what: 'all.synced', about: null, requestId: newId() });
  else
    for (const { id } of shown) await noteRead(db, user, { what: 'conversation.read', about: id, requestId: newId() });
  const newest = await newestMessages(
    db,
    shown.map(({ id }) => id),
    conversation_id === null ? listedMessages : messagePage,
  );
  return shown.map((room) =>
    wireRoom(room, room.customerId === user.id ? 'user' : 'support', newest.get(room.id) ?? []),
  );
}

async function markAsRead(
  { db, bus }: Deps,
  user: User,
  about: ChatNamespace,
  mark: unknown,
): Promise<{ unread: number }> {
  const { roomId, messageIds } = readMark(mark);
  const ids = [...new Set(messageIds)];
  const found = await roomOf(db, roomId);
  const side = found === undefined ? undefined : sideIn(user, found);
  if (found === undefined || side === undefined || !about.types.includes(found.room.type))
    throw new Refusal('NOT_FOUND');
  const messages = await messagesById(db, found.room.id, ids);
  if (messages.length < ids.length) throw new Refusal('NOT_FOUND');
  // A user's own messages cannot be marked as read.
  const places = messages.filter(({ senderType }) => sideOf(senderType) === otherSide(side)).map(({ sseq }) => sseq);
  if (places.length > 0) {
    await command(bus, user.id, newId(), 'read.mark', { roomId: found.room.id, upTo: Math.max(...places) });
  }
  const now = await roomOf(db, found.room.id);
  return { unread: now?.room.unread[side].length ?? 0 };
}

/** `/po-chat`: rooms of orders and test results, for users with the Navigator pass. */
export const poChat: ChatNamespace = { name: namespaces.poChat, types: [6, 7] };

/** `/socket/v1`: expert rooms, for users whose plan includes them. */
export const socketV1: ChatNamespace = { name: namespaces.socketV1, types: [5] };
