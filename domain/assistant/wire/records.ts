import { Type, type Static } from 'typebox';
import { fates, groupStates } from '../../ground/question-fates.ts';
import {
  id,
  idempotencyHeaders as headers,
  idParams,
  listOf,
  nothing,
  nullable,
  oneOf,
  page,
  several,
  text,
  when,
} from '../../ground/wire/parts.ts';
import { conversationReply, messageBody, sentReply } from '../../chat/wire/rooms.ts';
import type { RouteTable } from '../../ground/wire/route.ts';
import { searchChars } from '../../ground/search-input.ts';

/** Wire format of the records of questions: what people asked the assistant, and what became of it. */

const search = Type.Optional(Type.String({ maxLength: searchChars }));
const sortedBy = (...columns: string[]) => Type.Optional(Type.String({ pattern: `^-?(${columns.join('|')})$` }));

const recordFilters = {
  q: search,
  sort: sortedBy('asked_at', 'text', 'confidence', 'asker'),
  fate: Type.Optional(several(fates.join('|'))),
  language: Type.Optional(several('en|ko')),
  /** Type of the room: 1 general, 2 suppliers, 3 specifications, 4 benchmarks. */
  topic: Type.Optional(several('[1-4]')),
  /** Numbers of days up to now; the largest one counts. */
  days: Type.Optional(several('1|7|30|90|365')),
};

const recordsQuery = Type.Object({ ...page, ...recordFilters });
const recordsExportQuery = Type.Object(recordFilters);
export type RecordsQuery = Static<typeof recordsQuery>;

const recordFields = {
  id,
  text,
  /** The question before it, if it can only be understood with that one. */
  before: nullable(text),
  /** The question with all that it leans on, so that it stands alone. */
  understood: text,
  fate: oneOf(...fates),
  language: oneOf('en', 'ko'),
  topic: oneOf(1, 2, 3, 4),
  confidence: Type.Number(),
  asked_at: when,
  /** Null for guests. */
  asker: nullable(text),
  company: nullable(text),
  room_id: nullable(text),
  /** The entry that answered, or the nearest one. */
  entry_id: nullable(text),
  entry: nullable(text),
  rating: nullable(Type.Integer()),
  comment: nullable(text),
};
const record = Type.Object(recordFields);
export type RecordRow = Static<typeof record>;

const recordsReply = listOf(record);
export type RecordsReply = Static<typeof recordsReply>;
const recordsExportReply = Type.Object({ items: Type.Array(record), total: Type.Integer() });

const groupFilters = {
  q: search,
  sort: sortedBy('questions', 'askers', 'last_at', 'entry'),
  state: Type.Optional(several(groupStates.join('|'))),
};
const groupsQuery = Type.Object({ ...page, ...groupFilters });
const groupsExportQuery = Type.Object(groupFilters);
export type GroupsQuery = Static<typeof groupsQuery>;

/** Open questions in one language that are nearest to the same entry, or questions that an expert has decided about at once. */
const group = Type.Object({
  id: text,
  state: oneOf(...groupStates),
  /** The newest questions in the words of their askers, at most three. A follow-up stands behind what it leans on. */
  examples: Type.Array(text),
  language: oneOf('en', 'ko'),
  questions: Type.Integer(),
  /** Different users; each question of a guest counts as one. */
  askers: Type.Integer(),
  last_at: when,
  /** The nearest entry; null when none is near. A question without one is a group of its own. */
  entry_id: nullable(text),
  entry: nullable(text),
  /** The Q&A that answers them now. */
  qna_id: nullable(text),
  qna: nullable(text),
});
export type GroupRow = Static<typeof group>;

const groupsReply = listOf(group);
export type GroupsReply = Static<typeof groupsReply>;
const groupsExportReply = Type.Object({ items: Type.Array(group), total: Type.Integer() });

/** The turns of the conversation that a question leans on, oldest first; none if it stands alone. */
const turnsReply = Type.Object({
  items: Type.Array(Type.Object({ question: text, answer: nullable(text), asked_at: when })),
});

const groupParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 60 }) });
/** A group with its newest questions. */
const groupReply = Type.Object({ group, items: Type.Array(record) });
export type GroupReply = Static<typeof groupReply>;

/** Decision of an expert about questions. */
const decideBody = Type.Object({
  questions: Type.Array(id, { minItems: 1, maxItems: 100 }),
  state: oneOf('settled', 'dismissed'),
  /** Q&A that answers them, and other ways to ask that it gets; with `settled` only. */
  qna_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  alternatives: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20 })),
});
export type DecideBody = Static<typeof decideBody>;

const decisionReply = Type.Object({
  id: text,
  state: oneOf('settled', 'dismissed'),
  qna_id: nullable(text),
  qna_version: nullable(Type.Integer()),
});
export type DecisionReply = Static<typeof decisionReply>;
const decisionParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

/** Q&As that ask for a check. */
const checksQuery = Type.Object(page);
const checksReply = listOf(
  Type.Object({
    qna_id: text,
    question: text,
    /** Different users who disliked its answer since its version was written. */
    dislikes: Type.Integer(),
    disliked_at: nullable(when),
    /** YYYY-MM-DD; null for facts that do not age. */
    check_by: nullable(text),
    is_old: Type.Boolean(),
    /** Comments that users wrote with a dislike, newest first, at most three. */
    comments: Type.Array(text),
  }),
);
export type ChecksReply = Static<typeof checksReply>;

/** Q&As to choose one from. */
const entriesQuery = Type.Object({ q: Type.String({ minLength: 1, maxLength: searchChars }) });
const entriesReply = Type.Object({
  items: Type.Array(Type.Object({ id: text, question: text, status: text, category: text })),
  /** Number of Q&As that have the words. */
  total: Type.Integer(),
});
export type EntriesReply = Static<typeof entriesReply>;

// An expert's reply as the draft of a Q&A.
const draftReply = Type.Object({
  id,
  question: text,
  answer: text,
  /** The draft that was made of it already. */
  qna_draft_id: nullable(text),
});
export type DraftReply = Static<typeof draftReply>;

const approveBody = Type.Object({
  /** Without them, the customer's message before the reply and the reply itself. */
  question: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  answer: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
  large_category: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type ApproveBody = Static<typeof approveBody>;

const approvedReply = Type.Object({ id, approved_by: text, approved_at: when, qna_draft_id: text });

const messageFeedbackBody = Type.Object({
  rating: oneOf(1, -1),
  comment: Type.Optional(Type.String({ maxLength: 2_000 })),
});
const messageFeedbackReply = Type.Object({ id, rating: oneOf(1, -1) });

export const routesOfRecords = {
  'GET /admin-api/records': { querystring: recordsQuery, response: { 200: recordsReply } },
  'GET /admin-api/records/export': { querystring: recordsExportQuery, response: { 200: recordsExportReply } },
  'GET /admin-api/records/:id/turns': { params: idParams, response: { 200: turnsReply } },
  'GET /admin-api/records/groups': { querystring: groupsQuery, response: { 200: groupsReply } },
  'GET /admin-api/records/groups/export': { querystring: groupsExportQuery, response: { 200: groupsExportReply } },
  'GET /admin-api/records/groups/:id': { params: groupParams, response: { 200: groupReply } },
  // Refused with STALE when a colleague was first.
  'POST /admin-api/records/decisions': { keyed: true, body: decideBody, response: { 200: decisionReply } },
  // Refused with NOT_FOUND when it is taken back already.
  'DELETE /admin-api/records/decisions/:id': { keyed: true, params: decisionParams, response: { 204: nothing } },
  'GET /admin-api/records/checks': { querystring: checksQuery, response: { 200: checksReply } },
  'GET /admin-api/records/entries': { querystring: entriesQuery, response: { 200: entriesReply } },
} satisfies RouteTable;

export const routesOfExperts = {
  'POST /experts/chats': { headers, body: messageBody, response: { 200: conversationReply, 201: conversationReply } },
  'POST /experts/chat-reply': { headers, body: messageBody, response: { 200: sentReply, 201: sentReply } },
  'POST /experts/messages/:id/feedbacks': {
    headers,
    params: idParams,
    body: messageFeedbackBody,
    response: { 200: messageFeedbackReply },
  },
  'GET /experts/messages/:id/draft': { params: idParams, response: { 200: draftReply } },
  'POST /experts/messages/:id/approve': {
    keyed: true,
    params: idParams,
    body: approveBody,
    response: { 200: approvedReply },
  },
} satisfies RouteTable;
