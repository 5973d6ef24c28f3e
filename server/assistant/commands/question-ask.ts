import { type Message, problemWithQuestion } from '#domain/chat/chat.ts';
import { problemWithFiles } from '#domain/ground/attachments.ts';
import { answerIdOf } from '#domain/spine/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import {
  canChatWithExperts,
  disablesAiChat,
  hasNavigatorPass,
  isInstantTester,
  trialIsUsedUp,
} from '#domain/account/permissions.ts';
import { talksToAssistant } from '#domain/account/room-types.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { modelSourcesOf } from '../model/prompt.ts';
import type { AnswerContent } from '../store/open-answers.ts';
import { bindAll, storedFiles, writtenBy } from '../../chat/commands/chat-send.ts';
import type { Handler } from '../../spine/work/handler.ts';
import type { Work } from '../../spine/work/work.ts';

/**
 * Asks the assistant. Question, usage count and answer are written together; the answer of a language model is opened, and
 * written after the commit.
 */
export const questionAsk: Handler<'question.ask'> = {
  needs: ({ cmdId, args }) => ({
    rooms: [args.roomId],
    messages: [cmdId, answerIdOf(cmdId), ...(args.branchOf === undefined ? [] : [args.branchOf])],
    question: args,
    files: args.files ?? [],
  }),
  handle(work, { args, cmdId }) {
    const { room, side } = work.visibleRoom(args.roomId);
    if (!talksToAssistant(room.type) || side !== 'user') throw new Refusal('NOT_FOUND');
    const answerId = answerIdOf(cmdId);
    if (isRepeated(work, cmdId, args.text)) {
      return outcome(work, cmdId, work.messages.get(answerId), work.actor.question_usage);
    }
    mayAsk(work);
    const problem = problemWithQuestion(args.text) ?? problemWithFiles(args.files ?? []);
    if (problem !== undefined) throw new Refusal(problem);
    const retrieval = work.given.retrievals.get(cmdId);
    if (retrieval === undefined) throw new Error(`nothing was looked up for question ${cmdId}`);
    work.spend('questionsPerDay');

    const found = answerFrom(retrieval, {
      questionId: cmdId,
      handoffAllowed: canChatWithExperts(work.actor),
      ordersAllowed: hasNavigatorPass(work.actor),
    });
    const { model } = work.given;
    const sources = model === undefined || found.answer.order !== undefined ? [] : modelSourcesOf(retrieval, model);
    const asksModel = sources.length > 0 && model?.rooms.has(args.roomId) === true;

    const files = storedFiles(work, args.files ?? []);
    const stream = `room:${room.id}`;
    const question: Message = {
      ...writtenBy(work, 'user'),
      id: cmdId,
      roomId: room.id,
      sseq: work.nextPosition(stream),
      content: args.text,
      files: files.map(({ ref }) => ref),
      replyTo: null,
      createdAt: work.at,
      ...(asksModel ? { awaits: true as const } : {}),
      ...branchOf(work, room.id, args.branchOf),
    };
    work.append(stream, 'message.sent', { message: question }, cmdId);
    bindAll(work, question, files);
    work.append(stream, 'answer.started', { roomId: room.id, answerId, questionId: cmdId }, cmdId);
    if (asksModel) {
      const about = { id: answerId, roomId: room.id, questionId: cmdId, asker: work.actor.id };
      const members = work.membersOf(room.id);
      work.askModel({ ...about, question: args.text, sources, retrieval, members, instead: found });
      return outcome(work, cmdId, undefined, count(work, cmdId, found.answer.status));
    }
    const given = sources.length > 0 ? { ...found.answer, fallback: 'used_up' } : found.answer;
    const answer = answerTo(question, work, { content: found.content, answer: given });
    work.append(stream, 'answer.finished', { message: answer }, cmdId);
    return outcome(work, cmdId, answer, count(work, cmdId, found.answer.status));
  },
};

/** Whether the question was asked before. @throws IDEMPOTENCY_CONFLICT if its id is that of another message */
function isRepeated({ messages, actor }: Work, id: string, text: string): boolean {
  const earlier = messages.get(id);
  if (earlier === undefined) return false;
  if (earlier.author.id !== actor.id || earlier.content !== text) throw new Refusal('IDEMPOTENCY_CONFLICT');
  return true;
}

/** Returns the answer as the message that follows its question. */
function answerTo(question: Message, work: Work, { content, answer }: AnswerContent): Message {
  return {
    id: answerIdOf(question.id),
    roomId: question.roomId,
    sseq: work.nextPosition(`room:${question.roomId}`),
    content,
    senderType: 'SUPPORT',
    author: { id: 'assistant', name: work.given.assistantName, kind: 'assistant' },
    files: [],
    replyTo: question.id,
    createdAt: work.at,
    answer,
  };
}

/** Returns the first question of the one that is asked again. One that is gone or of others makes this a question of its own. */
function branchOf(work: Work, roomId: string, questionId: string | undefined): Pick<Message, 'branchOf'> {
  const asked = questionId === undefined ? undefined : work.messages.get(questionId);
  if (asked === undefined || asked.roomId !== roomId || asked.author.id !== work.actor.id) return {};
  return { branchOf: asked.branchOf ?? asked.id };
}

function mayAsk({ actor }: Work): void {
  if (disablesAiChat(actor)) throw new Refusal('FORBIDDEN');
  if (trialIsUsedUp(actor)) {
    const { question_limit, question_usage } = actor;
    throw new Refusal('TRIAL_LIMIT_EXCEEDED', { question_limit, question_usage });
  }
}

/** Counts a question of a trial, but only if it was answered. @returns the number of counted questions */
function count(work: Work, cmdId: string, status: string): number {
  const { question_usage: before } = work.actor;
  if (!isInstantTester(work.actor) || status === 'no_answer') return before;
  const question_usage = before + 1;
  work.append(`user:${work.actor.id}`, 'usage.counted', { question_usage }, cmdId);
  return question_usage;
}

function outcome({ actor }: Work, questionId: string, answer: Message | undefined, question_usage: number): object {
  return { questionId, answer, usage: { question_usage, question_limit: actor.question_limit } };
}
