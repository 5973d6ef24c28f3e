import { roomTypes, type staffedTypes } from '#domain/account/room-types.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { type OpenRoomBody, routesOfRooms } from '#domain/chat/wire/rooms.ts';
import type { User } from '#domain/account/users.ts';
import { canonicalRoomOf, command, keyOf, statusOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { messagesOf } from '../store/rooms.ts';
import { unreadByRoom } from '../store/unread.ts';
import { wireMessage, wireRoom } from '../wire.ts';
import { messageFormOf, sendForm } from './message-form.ts';
import { readableRoom } from '../readable-room.ts';
import { messagePage } from '#domain/chat/message-page.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of the Navigator's messenger: rooms of orders, results and experts. */
export function poChatRoutes(app: FastifyInstance, deps: Deps): void {
  const serve = serving(app, routesOfRooms);
  const { db } = deps;

  serve('POST /po-chats/rooms', async (request, reply) => {
    const { body, session } = request;
    const { status, room } = await openRoom(deps, session.user, keyOf(request, body.client_id), body);
    return reply.code(status).send({ room });
  });

  serve('POST /po-chats/po_test_result_rooms', async (request, reply) => {
    const { body, session } = request;
    const about = { ...body, type: roomTypes.result };
    const { status, room } = await openRoom(deps, session.user, keyOf(request, body.client_id), about);
    return reply.code(status).send({ room });
  });

  // Conversations are all rooms of the caller.
  for (const route of ['GET /po-chats/rooms/:id', 'GET /conversations/:id'] as const) {
    serve(route, async (request) => {
      const { room, side } = await readableRoom(db, request.session.user, request.params.id);
      const limit = request.query.limit ?? messagePage;
      const found = await messagesOf(db, room.id, { before: request.query.before, limit: limit + 1 });
      const page = found.slice(-limit);
      const shown = wireRoom(room, side, page);
      return {
        room: shown,
        messages: shown.messages,
        unreadCount: room.unread[side].length,
        next_before: found.length > limit ? (page[0]?.sseq ?? null) : null,
      };
    });
  }

  serve('POST /po-chats/rooms/:id/messages', async (request, reply) => {
    const { user } = request.session;
    const form = await messageFormOf(request);
    const { fields } = form;
    if (fields.roomId !== undefined && fields.roomId.toLowerCase() !== request.params.id)
      throw new Refusal('ROOM_MISMATCH');
    const { room } = await readableRoom(db, user, request.params.id);
    const key = keyOf(request, fields.client_message_id);
    const { status, message } = await sendForm(deps, user.id, key, request.params.id, form);
    return reply.code(status).send({ message: wireMessage(message, room.marks) });
  });

  serve('GET /po-chats/unread_messages_count', async (request) => {
    const rooms = await unreadByRoom(db, request.session.user);
    return { total_unread_message: rooms.reduce((total, { unreadCount }) => total + unreadCount, 0), rooms };
  });
}

/** Opens a room, or finds the one that there is. */
async function openRoom({ db, bus }: Deps, user: User, key: string, body: OpenRoomBody) {
  const roomId = body.id?.toLowerCase() ?? key;
  const done = await command(bus, user.id, key, 'room.open', {
    roomId,
    type: typeOf(body),
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.order_id === undefined ? {} : { orderId: body.order_id.toLowerCase() }),
    ...(body.result_name === undefined ? {} : { resultName: body.result_name }),
  });
  const canonical = canonicalRoomOf(done, roomId);
  const { room, side } = await readableRoom(db, user, canonical);
  const newest = await messagesOf(db, room.id, { limit: messagePage });
  return { status: canonical === roomId ? statusOf(done) : 200, room: wireRoom(room, side, newest) } as const;
}

/** Returns the type of a room, derived from its other fields if it is missing. */
function typeOf(body: { type?: number; order_id?: string; result_name?: string }): (typeof staffedTypes)[number] {
  if (body.type === roomTypes.expert || body.type === roomTypes.order || body.type === roomTypes.result)
    return body.type;
  if (body.order_id !== undefined) return roomTypes.order;
  return body.result_name === undefined ? roomTypes.expert : roomTypes.result;
}
