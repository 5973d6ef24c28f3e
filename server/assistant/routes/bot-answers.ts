import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Message } from '#domain/chat/chat.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { type QuestionReply, routesOfAnswers } from '#domain/assistant/wire/answers.ts';
import { messageOf } from '../../chat/store/rooms.ts';
import { usageOf } from '../../account/store/accounts.ts';
import type { AssistantDeps } from '../deps.ts';
import { closingOf, piecesIn, piecesOf, sendEvents, sentEvent } from './answer-stream.ts';
import { answerReplyOf, questionReplyOf } from './bot-replies.ts';
import { readableRoom } from '../../chat/readable-room.ts';
import { serving } from '../../http/serve-routes.ts';

type AnswerDeps = Pick<AssistantDeps, 'db' | 'answering' | 'hints'>;

/** Routes for an answer that may still be written: to read it from any position, and to stop it. */
export function botAnswerRoutes(app: FastifyInstance, deps: AnswerDeps): void {
  const { db, answering } = deps;
  const serve = serving(app, routesOfAnswers);

  // Streams end when the server stops, so their answers must.
  app.addHook('preClose', () => answering.stop());

  serve('GET /bot/answers/:id', async (request, reply) => {
    const id = request.params.id.toLowerCase();
    const found = await answerNow(deps, id);
    await readableRoom(db, request.session.user, found.roomId);
    const after = afterIn(request);
    if (wantsEvents(request)) return sendEvents(reply, eventsOf(deps, request, reply, { ...found, id }, after));
    if ('message' in found) return { ...replyOf(found.message), seq: found.message.content.length };
    const { text, sources, instead } = found;
    const { handoff, confidence } = instead.answer;
    const shown = sources.map(({ qnaId, ...source }) => ({ ...source, qna_id: qnaId }));
    const content = text.slice(after);
    const about = { id, content, confidence, handoff, sources: shown, suggestions: [], seq: text.length };
    return { ...about, status: 'writing' as const, mode: 'llm' as const };
  });

  serve('POST /bot/answers/:id/stop', async (request) => {
    const id = request.params.id.toLowerCase();
    const { roomId } = await answerNow(deps, id);
    const { side } = await readableRoom(db, request.session.user, roomId);
    if (side !== 'user') throw new Refusal('NOT_FOUND');
    return { id, state: (await answering.stopAnswer(id)) ? ('stopping' as const) : ('finished' as const) };
  });
}

type AnswerNow = { roomId: string; questionId: string } & (
  | { message: Message }
  | NonNullable<Awaited<ReturnType<AnswerDeps['answering']['unfinished']>>>
);

/** Returns an answer, finished or not. @throws Refusal NOT_FOUND where there is none */
export async function answerNow({ db, answering }: AnswerDeps, id: string): Promise<AnswerNow> {
  const unfinished = await answering.unfinished(id);
  if (unfinished !== undefined) return unfinished;
  // Read after the open one: it ends in the transaction that writes the message.
  const message = await messageOf(db, id);
  if (message?.answer === undefined) throw new Refusal('NOT_FOUND');
  return { message, roomId: message.roomId, questionId: message.answer.questionId };
}

/** Yields an answer as server-sent events: `meta`, `delta` as it is written, `done` with the whole answer. */
export async function* eventsOf(
  deps: AnswerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  found: AnswerNow & { id: string },
  after: number,
): AsyncGenerator<string, void> {
  const { id, roomId, questionId } = found;
  const about = { conversation_id: roomId, thread_id: roomId, question: { id: questionId } };
  const usage = () => usageOf(deps.db, request.session.user.id);
  if ('message' in found) {
    const { answer, ...whole } = questionReplyOf(questionId, found.message, await usage());
    const known = { id, status: answer.status, sources: answer.sources };
    yield sentEvent('meta', after, { ...whole, answer: known });
    for (const piece of piecesIn(answer.content, after)) yield sentEvent('delta', piece.seq, piece);
    yield sentEvent('done', Math.max(after, answer.content.length), { answer, usage: whole.usage });
    return;
  }
  const sources = found.sources.map(({ qnaId, ...source }) => ({ ...source, qna_id: qnaId }));
  yield sentEvent('meta', after, { ...about, answer: { id, status: 'writing', sources }, usage: await usage() });
  let seq = after;
  for await (const piece of piecesOf(deps, { id, roomId }, after, closingOf(reply))) {
    if (piece === undefined) {
      yield ': waiting\n\n';
      continue;
    }
    seq = piece.seq;
    yield sentEvent('delta', seq, piece);
  }
  const message = await messageOf(deps.db, id);
  if (message?.answer === undefined) {
    yield sentEvent('error', seq, { code: 'NOT_FOUND', message: 'The question was deleted.' });
    return;
  }
  yield sentEvent('done', seq, { answer: answerReplyOf(id, message.content, message.answer), usage: await usage() });
}

/** Waits until an answer is finished. @throws Refusal NOT_FOUND when its question is deleted meanwhile */
export async function finishedAnswer(deps: AnswerDeps, reply: FastifyReply, id: string): Promise<Message> {
  const found = await answerNow(deps, id);
  if ('message' in found) return found.message;
  const { roomId, text } = found;
  for await (const piece of piecesOf(deps, { id, roomId }, text.length, closingOf(reply))) void piece;
  const message = await messageOf(deps.db, id);
  if (message?.answer === undefined) throw new Refusal('NOT_FOUND');
  return message;
}

export function wantsEvents({ headers }: FastifyRequest): boolean {
  return /\btext\/event-stream\b/.test(headers.accept ?? '');
}

function replyOf({ id, content, answer }: Message): QuestionReply['answer'] {
  if (answer === undefined) throw new Refusal('NOT_FOUND');
  return answerReplyOf(id, content, answer);
}

/** Returns the position from which a reader goes on: `after`, or the id of the last event that it got. */
function afterIn({ query, headers }: FastifyRequest): number {
  const last = Number(headers['last-event-id']);
  const { after } = query as { after?: number };
  return after ?? (Number.isSafeInteger(last) && last > 0 ? last : 0);
}
