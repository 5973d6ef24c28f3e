import { Type } from 'typebox';
import { qnaStatuses } from '../knowledge/qna/fields.ts';
import { listOf, oneOf, page, text } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';
import { searchChars } from '../../ground/search-input.ts';

/** Wire format of the experts' search in the knowledge base: `/bot/qandas` and `/bot/knowledges`. */

const knowledgeSearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: searchChars,
    description: 'A question, as a customer would ask it',
  }),
  ...page,
});

const found = {
  /** 1 for the best one. */
  rank: Type.Integer(),
  /** Share of the probability that this one answers the question, 0 to 1. */
  score: Type.Number(),
  qna_id: text,
  question: text,
  answer: text,
  category: text,
  urls: Type.Array(text),
};

/** Result of a question to the assistant: its band and confidence, and the entries that were found. */
const knowledgesReply = Type.Object({
  band: oneOf('answer', 'suggest', 'none'),
  confidence: Type.Number(),
  ...listOf(Type.Object(found)).properties,
});
/** Stored Q&As, also those that the assistant does not answer from yet. */
const qandasReply = Type.Object({
  confidence: Type.Number(),
  ...listOf(
    Type.Object({ ...found, status: oneOf(...qnaStatuses), version: Type.Integer(), is_synced: Type.Boolean() }),
  ).properties,
});

export const routesOfKnowledgeSearch = {
  'GET /bot/knowledges': { querystring: knowledgeSearchQuery, response: { 200: knowledgesReply } },
  'GET /bot/qandas': { querystring: knowledgeSearchQuery, response: { 200: qandasReply } },
} satisfies RouteTable;
