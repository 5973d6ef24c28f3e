import { type Message, problemWithQuestion } from '#domain/chat/chat.ts';
import { problemWithFiles } from '#domain/ground/attachments.ts';
import { answerIdOf, type Command } from '#domain/spine/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import {
  canChatWithExperts,
  disablesAiChat,
  hasNavigatorPass,
  isInstantTester,
  trialIsUsedUp,
} from '#domain/account/permissions.ts';
import { talksToAssistant } from '#domain/account/room-types.ts';
import type { Retrieval } from '#domain/assistant/retrieval/retrieve.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { modelSourcesOf } from '../model/prompt.ts';
import type { AnswerContent } from '../store/open-answers.ts';
import { attachAll, storedFiles, writtenBy } from '../../chat/commands/chat-send.ts';
import { attachments } from '../../files/parts/attachments.ts';
import { messages } from '../../chat/parts/messages.ts';
import { rooms } from '../../chat/parts/rooms.ts';
import type { CommandRecord } from '../../spine/work/part.ts';
import { command, type Work } from '../../spine/work/rules.ts';
import type { ModelAnswers, ModelWriter } from '../parts/model-answers.ts';
import { questions } from '../parts/questions.ts';
import { retrievalsFor, type RetrievalDeps } from './retrievals.ts';

/** Input of asking besides its rows. */
export interface AskingDeps extends RetrievalDeps {
  /** Author name of the assistant's answers. */
  assistantName: string;
  /** Has a language model answer; undefined: answers are stored texts. */
  model: ModelWriter | undefined;
  modelAnswers: ModelAnswers;
}

/** Input of a question that is read before its transaction. */
interface Prepared {
  retrieval: Retrieval;
  /** Rooms in which the language model may be asked. */
  model: Awaited<ReturnType<ModelWriter['mayAsk']>>;
}

/**
 * Asks the assistant. Question, usage count and answer are written together; the answer of a language model is opened, and
 * written after the commit.
 */
export const questionAsk = (deps: AskingDeps) =>
  command('question.ask', {
    uses: { rooms, messages, attachments, questions, modelAnswers: deps.modelAnswers },
    needs: ({ cmdId, args }) => ({
      rooms: [{ id: args.roomId }],
      messages: [cmdId, answerIdOf(cmdId), ...(args.branchOf === undefined ? [] : [args.branchOf])],
      attachments: args.files ?? [],
    }),
    waitsFor: ({ args }) => (args.files ?? []).map(({ sha256 }) => sha256),
    async prepare(commands, actorId): Promise<ReadonlyMap<string, Prepared>> {
      const retrievals = await retrievalsFor(deps, actorId, commands);
      const model = await deps.model?.mayAsk(actorId, [...new Set(commands.map(({ args }) => args.roomId))]);
      return new Map([...retrievals].map(([id, retrieval]) => [id, { retrieval, model }]));
    },
    decide(work, { args, cmdId }, { retrieval, model }) {
      const { room, side } = work.rooms.visible(args.roomId);
      if (!talksToAssistant(room.type) || side !== 'user') throw new Refusal('NOT_FOUND');
      if (isRepeated(work, cmdId, args.text)) {
        return outcome(work, cmdId, work.messages.get(answerIdOf(cmdId)), work.actor.question_usage);
      }
      mayAsk(work);
      const problem = problemWithQuestion(args.text) ?? problemWithFiles(args.files ?? []);
      if (problem !== undefined) throw new Refusal(problem);
      work.spend('questionsPerDay');

      const found = answerFrom(retrieval, {
        questionId: cmdId,
        handoffAllowed: canChatWithExperts(work.actor),
        ordersAllowed: hasNavigatorPass(work.actor),
      });
      const sources = model === undefined || found.answer.order !== undefined ? [] : modelSourcesOf(retrieval, model);
      const asksModel = sources.length > 0 && model?.rooms.has(args.roomId) === true;

      const question = writeQuestion(work, room.id, { args, cmdId }, asksModel);
      work.questions.countEmpty(retrieval.empty ?? []);
      if (asksModel) {
        const about = { id: answerIdOf(cmdId), roomId: room.id, questionId: cmdId, asker: work.actor.id };
        const members = work.rooms.members(room.id);
        work.modelAnswers.ask({ ...about, question: args.text, sources, retrieval, members, instead: found });
        return outcome(work, cmdId, undefined, count(work, found.answer.status));
      }
      const given = sources.length > 0 ? { ...found.answer, fallback: 'used_up' } : found.answer;
      const answer = answerTo(question, work, deps.assistantName, { content: found.content, answer: given });
      work.append(`room:${room.id}`, 'answer.finished', { message: answer });
      return outcome(work, cmdId, answer, count(work, found.answer.status));
    },
  });

type MessagesWork = Work<{ messages: typeof messages }>;
type AskingWork = Work<{ messages: typeof messages; attachments: typeof attachments }>;

/** Whether the question was asked before. @throws IDEMPOTENCY_CONFLICT if its id is that of another message */
function isRepeated({ messages: known, actor }: MessagesWork, id: string, text: string): boolean {
  const earlier = known.get(id);
  if (earlier === undefined) return false;
  if (earlier.author.id !== actor.id || earlier.content !== text) throw new Refusal('IDEMPOTENCY_CONFLICT');
  return true;
}

/** Writes the question with its files, and that its answer has begun. */
function writeQuestion(
  work: AskingWork,
  roomId: string,
  { args, cmdId }: Pick<Command<'question.ask'>, 'args' | 'cmdId'>,
  asksModel: boolean,
): Message {
  const files = storedFiles(work, args.files ?? []);
  const stream = `room:${roomId}`;
  const question: Message = {
    ...writtenBy(work, 'user'),
    id: cmdId,
    roomId,
    sseq: work.next(stream),
    content: args.text,
    files: files.map(({ ref }) => ref),
    replyTo: null,
    createdAt: work.at,
    ...(asksModel ? { awaits: true as const } : {}),
    ...branchOf(work, roomId, args.branchOf),
  };
  work.append(stream, 'message.sent', { message: question });
  attachAll(work, question, files);
  work.append(stream, 'answer.started', { roomId, answerId: answerIdOf(cmdId), questionId: cmdId });
  return question;
}

/** Returns the answer as the message that follows its question. */
function answerTo(question: Message, work: CommandRecord, name: string, { content, answer }: AnswerContent): Message {
  return {
    id: answerIdOf(question.id),
    roomId: question.roomId,
    sseq: work.next(`room:${question.roomId}`),
    content,
    senderType: 'SUPPORT',
    author: { id: 'assistant', name, kind: 'assistant' },
    files: [],
    replyTo: question.id,
    createdAt: work.at,
    answer,
  };
}

/** Returns the first question of the one that is asked again. One that is gone or of others makes this a question of its own. */
function branchOf(work: MessagesWork, roomId: string, questionId: string | undefined): Pick<Message, 'branchOf'> {
  const asked = questionId === undefined ? undefined : work.messages.get(questionId);
  if (asked === undefined || asked.roomId !== roomId || asked.author.id !== work.actor.id) return {};
  return { branchOf: asked.branchOf ?? asked.id };
}

function mayAsk({ actor }: CommandRecord): void {
  if (disablesAiChat(actor)) throw new Refusal('FORBIDDEN');
  if (trialIsUsedUp(actor)) {
    const { question_limit, question_usage } = actor;
    throw new Refusal('TRIAL_LIMIT_EXCEEDED', { question_limit, question_usage });
  }
}

/** Counts a question of a trial, but only if it was answered. @returns the number of counted questions */
function count(work: CommandRecord, status: string): number {
  const { question_usage: before } = work.actor;
  if (!isInstantTester(work.actor) || status === 'no_answer') return before;
  const question_usage = before + 1;
  work.append(`user:${work.actor.id}`, 'usage.counted', { question_usage });
  return question_usage;
}

function outcome(
  { actor }: CommandRecord,
  questionId: string,
  answer: Message | undefined,
  question_usage: number,
): object {
  return { questionId, answer, usage: { question_usage, question_limit: actor.question_limit } };
}
