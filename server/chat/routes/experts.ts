import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Message } from '#domain/chat/chat.ts';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import type { User } from '#domain/account/users.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import { command, keyOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { approveReply, draftOf } from '../../assistant/knowledge/approve-reply.ts';
import { messageOf, messagesOf } from '../store/rooms.ts';
import { approvedReply as approvedReplyOf } from '../../assistant/store/approved-replies.ts';
import type { Db, Tx } from '../../database/db.ts';
import { wireMessage, wireRoom } from '../wire.ts';
import { messageFormOf, sendForm } from './message-form.ts';
import { readableRoom } from '../readable-room.ts';
import { messagePage } from '#domain/chat/message-page.ts';
import { routesOfExperts } from '#domain/assistant/wire/records.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of expert rooms. */
export function expertRoutes(app: FastifyInstance, deps: Deps): void {
  const serve = serving(app, routesOfExperts);
  const { db, bus } = deps;

  serve('POST /experts/chats', async (request, reply) => {
    const actorId = request.session.user.id;
    const sent = await send(deps, request, async (conversationId, key) => {
      if (conversationId !== undefined) return conversationId;
      // The room's id is derived from the message's, so a repeat opens the same room. If one is open already, the id
      // becomes its alias.
      const roomId = uuidv5(`expert-room/${key}`);
      await command(bus, actorId, uuidv5(`expert-room-open/${key}`), 'room.open', {
        roomId,
        type: roomTypes.expert,
      });
      return roomId;
    });
    const { room, side } = await readableRoom(db, request.session.user, sent.room.id);
    const newest = await messagesOf(db, room.id, { limit: messagePage });
    return reply.code(sent.status).send({ conversation: wireRoom(room, side, newest), message: sent.message });
  });

  serve('POST /experts/chat-reply', async (request, reply) => {
    const { status, message } = await send(deps, request, (conversationId) => {
      if (conversationId === undefined)
        throw new Refusal('VALIDATION', [{ path: 'conversation_id', code: 'required' }]);
      return Promise.resolve(conversationId);
    });
    return reply.code(status).send({ message });
  });

  serve('POST /experts/messages/:id/feedbacks', async (request) => {
    const { session, body } = request;
    const message = requireFound(await messageOf(db, request.params.id.toLowerCase()));
    await readableRoom(db, session.user, message.roomId);
    const key = keyOf(request, undefined);
    await command(bus, session.user.id, key, 'feedback.give', {
      roomId: message.roomId,
      answerId: message.id,
      ...body,
    });
    return { id: message.id, rating: body.rating };
  });

  serve('GET /experts/messages/:id/draft', async ({ params, session }) => {
    const reply = await expertReply(db, session.user, params.id);
    const approved = await approvedReplyOf(db, reply.id);
    return { id: reply.id, ...(await draftOf(db, reply)), qna_draft_id: approved?.qnaId ?? null };
  });

  serve('POST /experts/messages/:id/approve', async ({ tx, params, body, session: { user } }) => {
    const reply = await expertReply(tx, user, params.id);
    const made = await approveReply(tx, reply, { body, by: user.id });
    return { id: reply.id, approved_by: made.approvedBy, approved_at: made.approvedAt, qna_draft_id: made.qnaId };
  });
}

/** Sends the message of a request into the room that `roomFor` finds or opens. */
async function send(
  deps: Deps,
  request: FastifyRequest,
  roomFor: (conversationId: string | undefined, key: string) => Promise<string>,
) {
  const { user } = request.session;
  const form = await messageFormOf(request);
  const { fields } = form;
  const key = keyOf(request, fields.client_message_id);
  const roomId = await roomFor((fields.conversation_id ?? fields.roomId)?.toLowerCase(), key);
  const { room, side } = await readableRoom(deps.db, user, roomId);
  const { status, message } = await sendForm(deps, user.id, key, roomId, form);
  return { status, room, side, message: wireMessage(message, room.marks) };
}

/** Returns an expert's reply that the user may read. */
async function expertReply(on: Db | Tx, user: User, id: string): Promise<Message> {
  const message = requireFound(await messageOf(on, id.toLowerCase()));
  await readableRoom(on, user, message.roomId);
  if (message.author.kind !== 'expert' || message.redacted === true) throw new Refusal('NOT_FOUND');
  return message;
}
