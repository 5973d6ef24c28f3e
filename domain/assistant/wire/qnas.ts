import { Type, type Static } from 'typebox';
import { qnaStatuses } from '../knowledge/qna/fields.ts';
import { bytesOf, int4, listOf, nullable, oneOf, page, several, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';
import { searchChars } from '../../ground/search-input.ts';

/**
 * Wire format of Q&As: entries of the knowledge base as experts edit them. The fields are explained in
 * `domain/assistant/knowledge/qna`.
 */

const texts = Type.Array(text);

const shared = {
  large_category: text,
  medium_category: text,
  small_category: text,
  question: text,
  alternatives: texts,
  answer: text,
  /** Separated by commas. */
  keyword: text,
  urls: texts,
  sources: texts,
  status: oneOf(...qnaStatuses),
  chat_type: oneOf(1, 2, 3, 4),
  /** YYYY-MM-DD or empty. */
  check_by: text,
  ko_question: text,
  ko_alternatives: texts,
  ko_answer: text,
};

/** Fields of a Q&A. Fields that are left out are empty. It needs a check unless it is published. */
const qnaBody = Type.Partial(Type.Object(shared));
export type QnaBody = Static<typeof qnaBody>;

/** The questions that a new Q&A answers, see `records.ts`: at most 100 ids. */
const addQnaQuery = Type.Object({
  questions: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$' })),
});

/** A Q&A as it is stored. */
const qnaReply = Type.Object({
  id: text,
  ...shared,
  version: Type.Integer(),
  /** Whether the assistant answers from this version: false until the next sync. */
  is_synced: Type.Boolean(),
  /** Whether the assistant answers from it now, in this version or an earlier one. */
  is_answered: Type.Boolean(),
  /** Whether it was taken out of the answers without a sync, and not changed since. */
  is_stopped: Type.Boolean(),
  /** Name of who wrote this version; null for the product's own. */
  updated_by: nullable(text),
  updated_at: when,
});
export type QnaReply = Static<typeof qnaReply>;

const qnasReply = listOf(qnaReply);
export type QnasReply = Static<typeof qnasReply>;

/** Fields by which lists can be sorted; with `-` before it, from the last value to the first. */
const qnaSorts = ['id', 'question', 'category', 'status', 'check_by', 'updated_at'];

/** The id of a Q&A: a number as text. */
const qnaId = Type.String({ pattern: '^[0-9A-Za-z_-]{1,40}$' });
const qnaParams = Type.Object({ id: qnaId });

const chosen = {
  q: Type.Optional(Type.String({ maxLength: searchChars, description: 'Words of the question or the answer' })),
  sort: Type.Optional(oneOf(...qnaSorts, ...qnaSorts.map((name) => `-${name}`))),
  category: Type.Optional({
    ...several('[^,/]{1,300}(/[^,/]{1,300}){0,2}'),
    description: 'Paths such as Testing/Ageing. A comma or a slash in a name is percent-encoded.',
  }),
  status: Type.Optional(several(qnaStatuses.join('|'))),
  check_due: Type.Optional(oneOf('true')),
  without_korean: Type.Optional(oneOf('true')),
  unsynced: Type.Optional(oneOf('true')),
};
const qnaListQuery = Type.Object({ ...page, ...chosen });
/** `ids` leaves out all others. */
const qnaCsvQuery = Type.Object({
  ...chosen,
  ids: Type.Optional({ ...several('[0-9A-Za-z_-]{1,40}'), maxLength: 8_000 }),
});
export type QnaListQuery = Static<typeof qnaListQuery>;

/** The version that the editor saw. */
const version = int4(1);
const changeQnaBody = Type.Object({ ...qnaBody.properties, version });
/** Without a version, whatever version there is is deleted. */
const deleteQnaQuery = Type.Object({ version: Type.Optional(version) });

/** Details of STALE: the Q&A as it is now; null when it was deleted. */
export interface StaleQnaDetails {
  now: QnaReply | null;
}

/** Changes the status of several Q&As at once: all of them, or none. */
const publishQnasBody = Type.Object({
  status: oneOf(...qnaStatuses),
  items: Type.Array(Type.Object({ id: qnaId, version }), { minItems: 1, maxItems: 200 }),
});
const publishQnasReply = Type.Object({ items: Type.Array(qnaReply) });

const qnaCategoriesReply = Type.Object({
  large: Type.Array(
    Type.Object({ name: text, medium: Type.Array(Type.Object({ name: text, small: Type.Array(text) })) }),
  ),
});
export type QnaCategoriesReply = Static<typeof qnaCategoriesReply>;

/** A Q&A while it is written: its nearest ones are looked up. */
const similarQnasBody = Type.Object({
  question: Type.String({ maxLength: 500 }),
  answer: Type.Optional(Type.String({ maxLength: 10_000 })),
  /** The id of the Q&A itself. */
  except: Type.Optional(qnaId),
});

/** The nearest Q&As, nearest first, including those that are not published or not synced yet. */
const similarQnasReply = Type.Object({
  items: Type.Array(
    Type.Object({
      id: text,
      question: text,
      category: text,
      status: oneOf(...qnaStatuses),
      /** Likeness of the questions: 1 for the same words. */
      likeness: Type.Number(),
      /** Figures of the same kind that differ between the two answers, as they are written there. */
      figures: Type.Array(Type.Object({ here: texts, there: texts })),
    }),
  ),
});
export type SimilarQnasReply = Static<typeof similarQnasReply>;

const qnaVersion = Type.Object({
  version: Type.Integer(),
  change: oneOf(
    'create',
    'update',
    'restore',
    'import',
    'undo',
    'publish',
    'category',
    'delete',
    'stop',
    'resume',
    'product',
  ),
  note: text,
  made_by: nullable(text),
  made_at: when,
  /** Null for a deletion. */
  content: nullable(Type.Object(shared)),
});
export type QnaVersionReply = Static<typeof qnaVersion>;

/** The newest versions, newest first, and how many there are. The newest one is what is stored. */
const qnaVersionsReply = Type.Object({ items: Type.Array(qnaVersion), total: Type.Integer() });

const restoreQnaParams = Type.Object({ id: qnaId, version });
/** `replaces`: the version that is stored, as the editor saw it. */
const restoreQnaBody = Type.Object({ replaces: version });

export const routesOfQnas = {
  'GET /qnas': { querystring: qnaListQuery, response: { 200: qnasReply } },
  'GET /qnas/categories': { response: { 200: qnaCategoriesReply } },
  'GET /qnas/csv': { querystring: qnaCsvQuery, response: { 200: bytesOf('text/csv') } },
  'POST /qnas/similar': { body: similarQnasBody, response: { 200: similarQnasReply } },
  'GET /qnas/:id': { params: qnaParams, response: { 200: qnaReply } },
  'GET /qnas/:id/versions': { params: qnaParams, response: { 200: qnaVersionsReply } },
  'POST /qnas': { keyed: true, body: qnaBody, querystring: addQnaQuery, response: { 201: qnaReply } },
  'PUT /qnas/:id': { keyed: true, params: qnaParams, body: changeQnaBody, response: { 200: qnaReply } },
  'DELETE /qnas/:id': { keyed: true, params: qnaParams, querystring: deleteQnaQuery },
  // The assistant stops answering from it at once, without a sync.
  'POST /qnas/:id/stop': { keyed: true, params: qnaParams, response: { 200: qnaReply } },
  'POST /qnas/:id/resume': { keyed: true, params: qnaParams, response: { 200: qnaReply } },
  'POST /qnas/:id/versions/:version/restore': {
    keyed: true,
    params: restoreQnaParams,
    body: restoreQnaBody,
    response: { 200: qnaReply },
  },
  // All of them, or none.
  'POST /qnas/publish': { keyed: true, body: publishQnasBody, response: { 200: publishQnasReply } },
} satisfies RouteTable;
