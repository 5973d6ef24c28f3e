import { chatTypeOf } from '#domain/account/room-types.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemWithQuestion } from '#domain/chat/chat.ts';
import { answerIdOf } from '#domain/spine/commands.ts';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { withComputed } from '#domain/assistant/computed.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import { roleFrom } from '#domain/account/users.ts';
import { type OpenQuestionReply, type QuestionBody, routesOfAnswers } from '#domain/assistant/wire/answers.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { dangerCard } from '#domain/assistant/retrieval/danger/danger-card.ts';
import { asksForHuman } from '#domain/assistant/retrieval/question.ts';
import { type Retrieval, type RetrievalIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { smallTalkIn } from '#domain/assistant/retrieval/small-talk.ts';
import { canonicalRoomOf, command, keyOf } from '../../spine/routes/commanding.ts';
import type { AssistantDeps } from '../deps.ts';
import { guestActor, once } from '../../spine/log/once.ts';
import { currentRateCard } from '../../order/store/rate-cards.ts';
import { usageOf } from '../../account/store/accounts.ts';
import {
  type Asker,
  countOpen,
  type OpenAllowance,
  openAllowance,
  openQuestionsOf,
  openQuestionsPerDevice,
} from '../store/open-questions.ts';
import { mayKeepEmergency } from '../../account/store/guest-records.ts';
import type { Tx } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import { answerNow, botAnswerRoutes, eventsOf, finishedAnswer, wantsEvents } from './bot-answers.ts';
import { sendEvents } from './answer-stream.ts';
import { openAnswerOf, questionReplyOf } from './bot-replies.ts';
import { keepOpenRecord } from '../store/question-records.ts';
import { messageOf } from '../../chat/store/rooms.ts';
import { requiredDeviceOf } from '../../http/device-header.ts';
import { readableRoom } from '../../chat/readable-room.ts';
import { serving } from '../../http/serve-routes.ts';

type QuestionRequest = FastifyRequest<{ Body: QuestionBody }>;

/** Routes for questions to the assistant, and for feedback. */
export function botRoutes(app: FastifyInstance, deps: AssistantDeps): void {
  const { db, bus, knowledge } = deps;
  botAnswerRoutes(app, deps);
  const serve = serving(app, routesOfAnswers);

  // `questions` is the older name; it never streams.
  serve('POST /bot/questions_v2', (request, reply) => ask(deps, request, reply, wantsEvents(request)));
  serve('POST /bot/questions', (request, reply) => ask(deps, request, reply, false));

  serve('POST /bot/unregister_user/questions', async (request) => {
    const { body } = request;
    const problem = problemWithQuestion(body.text);
    if (problem !== undefined) throw new Refusal(problem);
    const key = keyOf(request, body.client_message_id);
    const asker = { device: requiredDeviceOf(request.headers['x-device-id']), address: request.ip };
    const isDanger = dangerCard(body.text) !== undefined;
    // The first call builds the index, for longer than a transaction may wait.
    const index = knowledge();
    return await transactionInTurn(db, { address: request.ip, kind: 'questions' }, async (tx) => {
      const answerIt = (isKept: boolean) => answerGuest(tx, index, asker, { key, body, isKept, isDanger });
      // The card is the same each time, so a repeat needs no record either.
      if (isDanger && !(await mayKeepEmergency(tx, request.ip))) return answerIt(false);
      return once(tx, { key, actor: guestActor, what: 'open question', body }, () => answerIt(true));
    });
  });

  serve('POST /bot/feedback', async (request) => {
    const { answer_id, rating, client_id } = request.body;
    const { user } = request.session;
    const answer = requireFound(await messageOf(db, answer_id.toLowerCase()));
    await readableRoom(db, user, answer.roomId);
    const comment = request.body.comment ?? request.body.reason;
    await command(bus, user.id, keyOf(request, client_id), 'feedback.give', {
      roomId: answer.roomId,
      answerId: answer.id,
      rating,
      ...(comment === undefined ? {} : { comment }),
    });
    return { id: answer.id, state: comment === undefined ? ('follow_up' as const) : ('done' as const) };
  });
}

/** Asks the assistant in a conversation, which is opened if none is named. */
async function ask(deps: AssistantDeps, request: QuestionRequest, reply: FastifyReply, isStreamed: boolean) {
  const { db, bus } = deps;
  const { body } = request;
  const { user } = request.session;
  const key = keyOf(request, body.client_message_id);
  const chatType = chatTypeOf(body.chat_type);
  if (body.role !== undefined && roleFrom(body.role) === undefined)
    throw new Refusal('VALIDATION', [{ path: 'role', code: 'unknown' }]);
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
  const { files } = body;
  const args = { roomId, text: body.text, chatType, ...(files === undefined || files.length === 0 ? {} : { files }) };
  await command(bus, user.id, key, 'question.ask', args);
  const id = answerIdOf(key);
  if (isStreamed) return sendEvents(reply, eventsOf(deps, request, reply, { ...(await answerNow(deps, id)), id }, 0));
  const answer = await finishedAnswer(deps, reply, id);
  return questionReplyOf(key, answer, await usageOf(db, user.id));
}

/** Answers a question of a guest, and counts it. With `isKept` it is recorded too. @throws RATE_LIMITED */
async function answerGuest(
  tx: Tx,
  index: RetrievalIndex,
  asker: Asker,
  {
    key,
    body,
    isKept,
    isDanger,
  }: { key: string; body: Pick<QuestionBody, 'text' | 'chat_type'>; isKept: boolean; isDanger: boolean },
): Promise<OpenQuestionReply> {
  const { text } = body;
  const allowance = await allowanceFor(tx, asker, { text, isDanger });
  // Searched only now, so that refused questions cost nothing.
  const { card } = await currentRateCard(tx);
  const question = withComputed({ text, chatType: chatTypeOf(body.chat_type) }, card);
  const retrieval = retrieve(index, question);
  const found = answerFrom(retrieval, { questionId: key, handoffAllowed: false, isKept: false });
  const isTalk = allowance.hasTalk && (isNoQuestion(text, retrieval) || found.answer.status !== 'done');
  if (!isDanger) await countOpen(tx, asker, isTalk);
  if (isKept) await keepOpenRecord(tx, { ...question, answerId: answerIdOf(key), answer: found.answer });
  return {
    question: { id: key },
    answer: openAnswerOf(answerIdOf(key), found.content, found.answer),
    usage: {
      question_usage: allowance.used + (isTalk || isDanger ? 0 : 1),
      question_limit: openQuestionsPerDevice,
    },
  };
}

/**
 * Returns what a guest who may send this text has left. A text about danger is always answered, and so is small talk up
 * to a limit. A question without an answer counts as small talk.
 * @throws Refusal RATE_LIMITED
 */
async function allowanceFor(
  tx: Tx,
  asker: Asker,
  { text, isDanger }: { text: string; isDanger: boolean },
): Promise<OpenAllowance> {
  if (isDanger) return { used: await openQuestionsOf(tx, asker), waitMs: 0, hasTalk: true };
  const allowance = await openAllowance(tx, asker);
  const { waitMs, hasTalk } = allowance;
  if (waitMs > 0 && !(hasTalk && smallTalkIn(text) !== undefined))
    throw new Refusal('RATE_LIMITED', { retryAfterMs: waitMs });
  return allowance;
}

/** Whether a text is small talk, a call for a human, or none that the assistant takes for a question about batteries. */
function isNoQuestion(text: string, { smallTalk, foreign }: Retrieval): boolean {
  return smallTalk !== undefined || foreign !== undefined || asksForHuman(text);
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
