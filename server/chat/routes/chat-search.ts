import type { FastifyInstance } from 'fastify';
import { automaticTitle, foundConversations } from '#domain/chat/conversations.ts';
import { excerptAround, searchWords } from '#domain/ground/text-search.ts';
import { routesOfRooms } from '#domain/chat/wire/rooms.ts';
import { searchConversations } from '../store/conversation-search.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { serving } from '../../http/serve-routes.ts';

/** Search of one's own conversations with the assistant, for those and their messages that a device does not have. */
export function chatSearchRoutes(app: FastifyInstance, { db }: Deps): void {
  const serve = serving(app, routesOfRooms);
  serve('GET /chat/search', async (request) => {
    const words = searchWords(request.query.q);
    if (words.length === 0) return { items: [], total: 0 };
    const found = await searchConversations(db, request.session.user, words, foundConversations);
    return {
      items: found.map(({ room, question, message }) => ({
        room_id: room.id,
        type: room.type,
        title: room.title?.text ?? automaticTitle(question ?? '') ?? null,
        message_id: message?.id ?? null,
        excerpt: message === null ? null : excerptAround(message.content, words),
        at: message?.at ?? null,
      })),
      total: found[0]?.total ?? 0,
    };
  });
}
