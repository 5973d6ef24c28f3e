import { Type, type Static } from 'typebox';
import { fates, groupStates } from '../../ground/question-fates.ts';
import { id, listOf, nullable, oneOf, page, several, text, when } from '../../ground/wire/parts.ts';
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
  /** Of the last days; the longest one counts. */
  days: Type.Optional(several('1|7|30|90|365')),
};

export const recordsQuery = Type.Object({ ...page, ...recordFilters });
export const recordsExportQuery = Type.Object(recordFilters);
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

export const recordsReply = listOf(record);
export type RecordsReply = Static<typeof recordsReply>;
export const recordsExportReply = Type.Object({ items: Type.Array(record), total: Type.Integer() });
export type RecordsExportReply = Static<typeof recordsExportReply>;

const groupFilters = {
  q: search,
  sort: sortedBy('questions', 'askers', 'last_at', 'entry'),
  state: Type.Optional(several(groupStates.join('|'))),
};
export const groupsQuery = Type.Object({ ...page, ...groupFilters });
export const groupsExportQuery = Type.Object(groupFilters);
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

export const groupsReply = listOf(group);
export type GroupsReply = Static<typeof groupsReply>;
export const groupsExportReply = Type.Object({ items: Type.Array(group), total: Type.Integer() });
export type GroupsExportReply = Static<typeof groupsExportReply>;

export const recordParams = Type.Object({ id });
/** The turns of the conversation that a question leans on, oldest first; none if it stands alone. */
export const turnsReply = Type.Object({
  items: Type.Array(Type.Object({ question: text, answer: nullable(text), asked_at: when })),
});
export type TurnsReply = Static<typeof turnsReply>;

export const groupParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 60 }) });
/** A group with its newest questions. */
export const groupReply = Type.Object({ group, items: Type.Array(record) });
export type GroupReply = Static<typeof groupReply>;

/** What an expert decides about questions. */
export const decideBody = Type.Object({
  questions: Type.Array(id, { minItems: 1, maxItems: 100 }),
  state: oneOf('settled', 'dismissed'),
  /** With `settled`: the Q&A that answers them, and other ways to ask that it gets. */
  qna_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  alternatives: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20 })),
});
export type DecideBody = Static<typeof decideBody>;

export const decisionReply = Type.Object({
  id: text,
  state: oneOf('settled', 'dismissed'),
  qna_id: nullable(text),
  qna_version: nullable(Type.Integer()),
});
export type DecisionReply = Static<typeof decisionReply>;
export const decisionParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

/** Q&As that ask for a check. */
export const checksQuery = Type.Object(page);
export const checksReply = listOf(
  Type.Object({
    qna_id: text,
    question: text,
    /** Different users who disliked its answer since its version was written. */
    dislikes: Type.Integer(),
    disliked_at: nullable(when),
    /** YYYY-MM-DD; null for facts that do not age. */
    check_by: nullable(text),
    is_old: Type.Boolean(),
    /** What users wrote with a dislike, newest first, at most three. */
    comments: Type.Array(text),
  }),
);
export type ChecksReply = Static<typeof checksReply>;

/** Q&As to choose one from. */
export const entriesQuery = Type.Object({ q: Type.String({ minLength: 1, maxLength: searchChars }) });
export const entriesReply = Type.Object({
  items: Type.Array(Type.Object({ id: text, question: text, status: text, category: text })),
  /** How many Q&As have the words. */
  total: Type.Integer(),
});
export type EntriesReply = Static<typeof entriesReply>;

// An expert's reply as the draft of a Q&A.
export const messageParams = Type.Object({ id });
export const draftReply = Type.Object({
  id,
  question: text,
  answer: text,
  /** The draft that was made of it already. */
  qna_draft_id: nullable(text),
});
export type DraftReply = Static<typeof draftReply>;

export const approveBody = Type.Object({
  /** Without them, the customer's message before the reply and the reply itself. */
  question: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  answer: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
  large_category: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type ApproveBody = Static<typeof approveBody>;

export const approvedReply = Type.Object({ id, approved_by: text, approved_at: when, qna_draft_id: text });
export type ApprovedReply = Static<typeof approvedReply>;

export const messageFeedbackBody = Type.Object({
  rating: oneOf(1, -1),
  comment: Type.Optional(Type.String({ maxLength: 2_000 })),
});
export const messageFeedbackReply = Type.Object({ id, rating: oneOf(1, -1) });
