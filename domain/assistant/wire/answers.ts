import { Type, type Static } from 'typebox';
import { attachedFiles } from '../../ground/wire/file-refs.ts';
import { id, idempotencyHeaders as headers, idParams, oneOf, text, uuid } from '../../ground/wire/parts.ts';
import { askedOrder, calculation } from '../../chat/wire/rooms.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Requests and replies about questions and answers. */

const questionBody = Type.Object({
  role: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Of the writer, lower-cased; what a user may do follows from the session alone',
    }),
  ),
  text: Type.String({ maxLength: 100_000 }),
  thread_id: Type.Optional(uuid),
  conversation_id: Type.Optional(uuid),
  client_message_id: Type.Optional(uuid),
  chat_type: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  // The token determines whether the user has an account.
  isUnregisteredUser: Type.Optional(Type.Boolean({ description: 'Ignored' })),
  files: Type.Optional(attachedFiles),
});

const answerFields = {
  id,
  content: text,
  mode: oneOf('kb', 'llm'),
  confidence: Type.Number(),
  sources: Type.Array(
    Type.Object({
      n: Type.Integer(),
      qna_id: text,
      question: text,
      urls: Type.Array(text),
      category: text,
      score: Type.Number(),
    }),
  ),
  suggestions: Type.Array(Type.Object({ qna_id: text, question: text })),
  handoff: Type.Object({ offered: Type.Boolean(), allowed: Type.Boolean() }),
  calculation: Type.Optional(calculation),
  order: Type.Optional(askedOrder),
  doubts: Type.Optional(
    Type.Array(Type.Object({ sentence: text, why: oneOf('uncited', 'figure', 'words') }), {
      description: 'Sentences of a language model that the sources do not support',
    }),
  ),
  fallback: Type.Optional(Type.String({ description: 'Why a language model did not write this answer' })),
};

const answered = {
  question: Type.Object({ id }),
  answer: Type.Object({ ...answerFields, status: oneOf('done', 'no_answer', 'suggest', 'stopped', 'error') }),
  usage: Type.Object({ question_usage: Type.Integer(), question_limit: Type.Integer() }),
};

const questionReply = Type.Object({ conversation_id: id, thread_id: id, ...answered });
export type QuestionBody = Static<typeof questionBody>;
export type QuestionReply = Static<typeof questionReply>;

/** An answer as it is now: `writing` until it is finished. `seq` is what to name as `after` to get what follows. */
const answerNowReply = Type.Object({
  ...answerFields,
  status: oneOf('writing', 'done', 'no_answer', 'suggest', 'stopped', 'error'),
  seq: Type.Integer(),
});
export type AnswerNowReply = Static<typeof answerNowReply>;
const answerQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of UTF-16 units that the reader has' })),
});
const stopReply = Type.Object({ id, state: oneOf('stopping', 'finished') });

/** A guest's question. Guests have no room to continue, and no files. */
const openQuestionBody = Type.Object({
  ...Type.Omit(questionBody, ['thread_id', 'conversation_id', 'files']).properties,
  files: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0, description: 'None' })),
});
const entryToAsk = Type.Object({ qna_id: text, question: text });
/** Also what a device otherwise gets with the message of the answer, through the sync layer. */
const openAnswer = Type.Object({
  ...answered.answer.properties,
  emergency: Type.Optional(Type.Boolean({ description: 'The content is the fixed text for people in danger' })),
  sentence: Type.Optional(Type.String({ description: 'Name of the fixed sentence that the content is' })),
  related: Type.Optional(Type.Array(entryToAsk)),
  refine: Type.Optional(
    Type.Object({
      other: Type.Optional(entryToAsk),
      changes: Type.Optional(Type.Array(Type.Object({ label: text, question: text }))),
    }),
  ),
});
const openQuestionReply = Type.Object({ ...answered, answer: openAnswer });
export type OpenQuestionReply = Static<typeof openQuestionReply>;

const feedbackBody = Type.Object({
  answer_id: uuid,
  rating: oneOf(1, -1),
  reason: Type.Optional(Type.String({ maxLength: 200 })),
  comment: Type.Optional(Type.String({ maxLength: 2000 })),
  client_id: Type.Optional(uuid),
});
const feedbackReply = Type.Object({ id, state: oneOf('asked', 'follow_up', 'done') });

const asking = { body: questionBody, headers, response: { 200: questionReply } };

export const routesOfAnswers = {
  'POST /bot/questions_v2': asking,
  'POST /bot/questions': asking,
  'POST /bot/unregister_user/questions': { body: openQuestionBody, headers, response: { 200: openQuestionReply } },
  'POST /bot/feedback': { body: feedbackBody, headers, response: { 200: feedbackReply } },
  'GET /bot/answers/:id': { params: idParams, querystring: answerQuery, response: { 200: answerNowReply } },
  'POST /bot/answers/:id/stop': { params: idParams, response: { 200: stopReply } },
} satisfies RouteTable;
