import { Type, type Static } from 'typebox';
import { signalNames } from '../retrieval/signals.ts';
import { listOf, nullable, oneOf, page, several, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';
import { searchChars } from '../../ground/search-input.ts';

/** Wire format of the retrieval test, and of the questions that the assistant is measured with. */

const question = Type.String({ minLength: 1, maxLength: 2_000 });
const before = Type.Array(question, { maxItems: 3 });

const retrievalTestBody = Type.Object({
  text: question,
  chat_type: oneOf(1, 2, 3, 4),
  /** Earlier questions of the conversation, oldest first. */
  before: Type.Optional(before),
  /** `active`: what the assistant answers from; `edited`: the Q&As as they are edited now. */
  index: oneOf('active', 'edited'),
});
export type RetrievalTestBody = Static<typeof retrievalTestBody>;

/** Reasons for the band of a question, in the order in which they are decided. */
const retrievalReasons = [
  'emergency',
  'human',
  'smallTalk',
  'computed',
  'parts',
  'exact',
  'followUp',
  'noEntries',
  'noOwnWord',
  'nearer',
  'vague',
  'beside',
  'opposite',
  'below',
  'above',
  'unclear',
  'offTopic',
] as const;
export type RetrievalReason = (typeof retrievalReasons)[number];

const retrievalTestReply = Type.Object({
  band: oneOf('answer', 'suggest', 'none'),
  /** Probability that the first entry answers the question. */
  confidence: Type.Number(),
  /** The thresholds that apply: from which confidence on there is an answer, or suggestions. */
  answer_at: Type.Number(),
  suggest_at: Type.Number(),
  reasons: Type.Array(oneOf(...retrievalReasons)),
  /** The entry that fits the question best, if it is not published; null if a published one does. */
  unpublished: nullable(
    Type.Object({
      id: text,
      title: text,
      /**
       * `noAnswer`: it was published or comes with the product, so no other entry is shown as the answer. `passedOver`: the
       * search is as if it were not there.
       */
      effect: oneOf('noAnswer', 'passedOver'),
    }),
  ),
  /** The question's words as they are searched: stems, with synonyms replaced. */
  words: Type.Array(text),
  hits: Type.Array(
    Type.Object({
      id: text,
      title: text,
      category: text,
      /** Probability among the entries found. */
      share: Type.Number(),
      /** Signals by the names in `../retrieval/signals.ts`; about 0 to 1, `grams` about -1 to 1. */
      signals: Type.Record(oneOf(...signalNames), Type.Number()),
      shared_words: Type.Array(text),
    }),
  ),
});
export type RetrievalTestReply = Static<typeof retrievalTestReply>;

const questionSets = ['own', 'starter', 'phone', 'korean', 'follow-ups', 'strangers'] as const;

const questionsQuery = Type.Object({
  ...page,
  q: Type.Optional(Type.String({ maxLength: searchChars })),
  set: Type.Optional(several(questionSets.join('|'))),
});

const questionsReply = listOf(
  Type.Object({
    id: text,
    set: oneOf(...questionSets),
    question: text,
    before: Type.Array(text),
    /** The entry that answers it; null when none does. */
    entry_id: nullable(text),
    /** Null for an entry that is gone. */
    entry_title: nullable(text),
    note: text,
    added_by: nullable(text),
    added_at: when,
  }),
);
export type QuestionsReply = Static<typeof questionsReply>;

const addQuestionBody = Type.Object({
  question,
  before: Type.Optional(before),
  entry_id: nullable(Type.String({ maxLength: 40 })),
  note: Type.Optional(Type.String({ maxLength: 500 })),
});
const addQuestionReply = Type.Object({ id: text });
const questionParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export const routesOfRetrievalTest = {
  'POST /admin-api/knowledge/retrieval_test': { body: retrievalTestBody, response: { 200: retrievalTestReply } },
  'GET /admin-api/knowledge/questions': { querystring: questionsQuery, response: { 200: questionsReply } },
  'POST /admin-api/knowledge/questions': { keyed: true, body: addQuestionBody, response: { 201: addQuestionReply } },
  'DELETE /admin-api/knowledge/questions/:id': { keyed: true, params: questionParams },
} satisfies RouteTable;
