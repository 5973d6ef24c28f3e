import { chatTypeOf } from '#domain/room-types.ts';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { problemWithQuestion, type Answer, type AskableEntry, type Message } from '#domain/chat.ts';
import { answerIdOf } from '#domain/commands.ts';
import { Refusal } from '#domain/errors.ts';
import { withComputed } from '#domain/calculation/computed.ts';
import { uuidv5 } from '#domain/ids.ts';
import { serverLimits } from '#domain/server-limits.ts';
import {
  feedbackBody,
  feedbackReply,
  idempotencyHeaders,
  openQuestionBody,
  openQuestionReply,
  type OpenQuestionReply,
  questionBody,
  questionReply,
  type QuestionReply,
} from '#domain/protocol/rest.ts';
import { answerFrom } from '#domain/retrieval/answer.ts';
import { emergencyCard } from '#domain/retrieval/emergency.ts';
import { retrieve } from '#domain/retrieval/retrieve.ts';
import { canonicalRoomOf, command, keyOf } from '../commanding.ts';
import type { Deps } from '../deps.ts';
import { guestActor, once } from '../../store/sync/once.ts';
import { currentRateCard } from '../../store/orders/rate-cards.ts';
import { usageOf } from '../../store/users/accounts.ts';
import { countOpenQuestion, openQuestionsOf } from '../../store/users/open-questions.ts';
import { messageOf } from '../../store/chat/rooms.ts';
import { inGroups } from '../../groups.ts';
import { requiredDeviceOf } from '../device-header.ts';
import { readableRoom } from './readable-room.ts';

/** Routes for questions to the assistant, and for feedback. */
export function botRoutes(app: FastifyInstance, { db, bus, knowledge }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/bot/questions_v2',
    {
      schema: { body: questionBody, headers: idempotencyHeaders, response: { 200: questionReply } },
    },
    async (request, reply) => {
      const { body } = request;
      const { user } = request.session;
      const key = keyOf(request, body.client_message_id);
      const chatType = chatTypeOf(body.chat_type);
      const problem = problemWithQuestion(body.text);
      if (problem !== undefined) throw new Refusal(problem);
      const named = conversationOf(body);
      if (named !== undefined) await readableRoom(db, user, named);
      // A new room's id is derived from the question's, so that a repeat finds it again.
      let roomId = named ?? uuidv5(`conversation/${key}`);
      if (named === undefined) {
        const openId = uuidv5(`conversation-open/${key}`);
        roomId = canonicalRoomOf(await command(bus, user.id, openId, 'room.open', { roomId, type: chatType }), roomId);
      }
      await command(bus, user.id, key, 'question.ask', { roomId, text: body.text, chatType });
      const answer = await messageOf(db, answerIdOf(key));
      if (answer === undefined) throw new Refusal('UNAVAILABLE');
      const whole = questionReplyOf(key, answer, await usageOf(db, user.id));
      if (!/\btext\/event-stream\b/.test(request.headers.accept ?? '')) return whole;
      return sendEvents(reply, answerStream(whole));
    },
  );

  routes.post(
    '/bot/unregister_user/questions',
    {
      schema: { body: openQuestionBody, headers: idempotencyHeaders, response: { 200: openQuestionReply } },
    },
    async (request) => {
      const { body } = request;
      const problem = problemWithQuestion(body.text);
      if (problem !== undefined) throw new Refusal(problem);
      const key = keyOf(request, body.client_message_id);
      const asker = { device: requiredDeviceOf(request.headers['x-device-id']), address: request.ip };
      return await db.transaction().execute((tx) =>
        once(tx, { key, actor: guestActor, what: 'open question', body }, async (): Promise<OpenQuestionReply> => {
          // Whoever reports a fire is answered, whatever was asked before.
          const isEmergency = emergencyCard(body.text) !== undefined;
          const counted = await (isEmergency ? openQuestionsOf(tx, asker) : countOpenQuestion(tx, asker));
          if ('waitMs' in counted) throw new Refusal('RATE_LIMITED', { retryAfterMs: counted.waitMs });
          // Searched only now, so that refused questions cost nothing.
          const { card } = await currentRateCard(tx);
          const question = withComputed({ text: body.text, chatType: chatTypeOf(body.chat_type) }, card);
          const about = { questionId: key, handoffAllowed: false, isKept: false };
          const found = answerFrom(retrieve(knowledge(), question), about);
          return {
            question: { id: key },
            answer: openAnswerOf(answerIdOf(key), found.content, found.answer),
            usage: { question_usage: counted.used, question_limit: serverLimits.openQuestionsPerDevice },
          };
        }),
      );
    },
  );

  routes.post(
    '/bot/feedback',
    {
      schema: { body: feedbackBody, headers: idempotencyHeaders, response: { 200: feedbackReply } },
    },
    async (request) => {
      const { answer_id, rating, client_id } = request.body;
      const { user } = request.session;
      const answer = await messageOf(db, answer_id.toLowerCase());
      if (answer === undefined) throw new Refusal('NOT_FOUND');
      await readableRoom(db, user, answer.roomId);
      const comment = request.body.comment ?? request.body.reason;
      await command(bus, user.id, keyOf(request, client_id), 'feedback.give', {
        roomId: answer.roomId,
        answerId: answer.id,
        rating,
        ...(comment === undefined ? {} : { comment }),
      });
      return { id: answer.id, state: comment === undefined ? ('follow_up' as const) : ('done' as const) };
    },
  );
}

/** Streams an answer as server-sent events: `meta`, several `delta`, then `done` with the whole answer. */
function answerStream(whole: QuestionReply): Readable {
  const { answer, ...about } = whole;
  const parts = answer.content.match(/\S+\s*|\s+/g) ?? [];
  const events = [
    sentEvent('meta', 0, { ...about, answer: { id: answer.id, status: answer.status, sources: answer.sources } }),
    ...inGroups(parts, 8).map((words, i) => sentEvent('delta', i + 1, { seq: i + 1, text: words.join('') })),
  ];
  return Readable.from([...events, sentEvent('done', events.length, { answer, usage: whole.usage })]);
}

function sentEvent(name: string, id: number, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Sends a stream unchanged, despite the JSON schema. */
function sendEvents(reply: Pick<FastifyReply, 'type' | 'send'>, events: Readable): FastifyReply {
  return reply.type('text/event-stream; charset=utf-8').send(events);
}

/** Returns the room: `conversation_id` and `thread_id` are synonyms, and must not differ. */
function conversationOf(body: { conversation_id?: string; thread_id?: string }): string | undefined {
  const conversation = body.conversation_id?.toLowerCase();
  const thread = body.thread_id?.toLowerCase();
  if (conversation !== undefined && thread !== undefined && conversation !== thread) {
    throw new Refusal('VALIDATION', [{ path: 'thread_id', code: 'differs' }]);
  }
  return conversation ?? thread;
}

function questionReplyOf(questionId: string, message: Message, usage: QuestionReply['usage']): QuestionReply {
  const { answer } = message;
  if (answer === undefined) throw new Refusal('UNAVAILABLE');
  return {
    conversation_id: message.roomId,
    thread_id: message.roomId,
    question: { id: questionId },
    answer: answerReplyOf(message.id, message.content, answer),
    usage,
  };
}

function answerReplyOf(id: string, content: string, answer: Answer): QuestionReply['answer'] {
  const { status, mode, confidence, sources, suggestions, handoff, calculation, order } = answer;
  return {
    id,
    status,
    content,
    mode,
    confidence,
    sources: sources.map(({ qnaId, ...source }) => ({ ...source, qna_id: qnaId })),
    suggestions: suggestions.map(entryToAsk),
    handoff,
    ...(calculation === undefined ? {} : { calculation }),
    ...(order === undefined ? {} : { order }),
  };
}

/** Returns a guest's answer with what the device of a user gets through the sync layer. */
function openAnswerOf(id: string, content: string, answer: Answer): OpenQuestionReply['answer'] {
  const { emergency, sentence, related, refine } = answer;
  const { other, changes } = refine ?? {};
  return {
    ...answerReplyOf(id, content, answer),
    ...(emergency === undefined ? {} : { emergency }),
    ...(sentence === undefined ? {} : { sentence }),
    ...(related === undefined ? {} : { related: related.map(entryToAsk) }),
    ...(refine === undefined
      ? {}
      : {
          refine: {
            ...(other === undefined ? {} : { other: entryToAsk(other) }),
            ...(changes === undefined ? {} : { changes }),
          },
        }),
  };
}

function entryToAsk({ qnaId, question }: AskableEntry) {
  return { qna_id: qnaId, question };
}
