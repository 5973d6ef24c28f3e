import { Type, type Static } from 'typebox';
import { id, int4, listOf, nothing, nullable, oneOf, page, text, when, idParams } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of the sync: the edited Q&As become what the assistant answers from. */

const share = Type.Number({ description: '0 to 1' });

/** Measures of how well an index answers the question set. */
export const figures = Type.Object({
  /** Questions with an entry that answers them, and questions that nothing answers. */
  in_scope: Type.Integer(),
  strangers: Type.Integer(),
  /** Share of questions in scope whose right entry is first, and the mean of 1 / rank. */
  recall1: share,
  mrr: share,
  /** Share of questions in scope that get an answer, and that get the right one. */
  answered: share,
  answered_right: share,
  /** Share of strangers that get an answer. */
  strangers_answered: share,
});
export type Figures = Static<typeof figures>;

const bothFigures = Type.Object({ now: figures, new: figures });

const outcome = Type.Object({
  band: oneOf('answer', 'suggest', 'none'),
  /** The first entry found; null when there is none. */
  entry: nullable(Type.Object({ id: text, title: text })),
});

/** A question that the new index answers worse. */
const worseQuestion = Type.Object({
  question: text,
  set: text,
  /** The entry that answers it; null when none does. */
  expected: nullable(Type.Object({ id: text, title: text })),
  before: outcome,
  after: outcome,
});
export type WorseQuestion = Static<typeof worseQuestion>;

const counts = Type.Object({ created: Type.Integer(), changed: Type.Integer(), deleted: Type.Integer() });

/** Findings of a run. */
const syncResult = Type.Object({
  counts,
  /** The first of them. */
  differences: Type.Array(Type.Object({ id: text, title: text, kind: oneOf('created', 'changed', 'deleted') })),

  figures: bothFigures,
  sets: Type.Array(Type.Object({ name: text, figures: bothFigures })),
  /** Questions that were not asked, because no published entry answers them. */
  left_out: Type.Integer(),
  /** The first questions that got worse, and the number of all. */
  worse: Type.Array(worseQuestion),
  worse_total: Type.Integer(),
  /** A figure drops by more than a point: taking over needs a reason in words. */
  needs_reason: Type.Boolean(),
});
export type SyncResult = Static<typeof syncResult>;
/** Figures of the question set before and after a sync. */
export type MeasuredChange = Omit<SyncResult, 'counts' | 'differences'>;

const syncStates = ['idle', 'waiting', 'measuring', 'ready', 'done', 'unchanged', 'failed', 'cancelled'] as const;
export type SyncState = (typeof syncStates)[number];

const startSyncBody = Type.Object({
  /** Takes the new version over without asking when nothing got worse. */
  takes_over_alone: Type.Optional(Type.Boolean()),
  /** Ends a run that waits for its administrator, and measures again. */
  again: Type.Optional(Type.Boolean()),
});

const startSyncReply = Type.Object({ job_id: id });

/** The newest run, and the version that the assistant answers from. */
const syncReply = Type.Object({
  /** Null before the first run. */
  job_id: nullable(id),
  state: oneOf(...syncStates),
  progress: share,
  index_version: Type.Integer(),
  /** Figures of the new index: recall@1, MRR, strangers answered. */
  eval: nullable(Type.Object({ r1: share, mrr: share, oos: share })),
  /** Differences between the edited Q&As and what the assistant answers from, now. */
  pending: counts,
  /** A Q&A, or what the assistant answers from, has changed since the run has measured. */
  is_outdated: Type.Boolean(),
  takes_over_alone: Type.Boolean(),
  started_by: nullable(text),
  started_at: nullable(when),
  ended_at: nullable(when),
  result: nullable(syncResult),
  /** Reason why the run failed. */
  problem: nullable(oneOf('INTERRUPTED', 'FAILED')),
});
export type SyncReply = Static<typeof syncReply>;

const takeOverBody = Type.Object({ note: Type.Optional(Type.String({ maxLength: 500 })) });
const madeVersionReply = Type.Object({ index_version: Type.Integer() });

const rollbackBody = Type.Object({
  version: int4(1),
  /** The version that the administrator sees as the present one. */
  replaces: int4(0),
  note: Type.String({ minLength: 1, maxLength: 500 }),
});

const historyQuery = Type.Object(page);

const historyReply = listOf(
  Type.Object({
    number: Type.Integer(),
    made_at: when,
    made_by: nullable(text),
    why: oneOf('found', 'sync', 'rollback'),
    note: text,
    /** The version that a rollback brought back. */
    brings_back: nullable(Type.Integer()),
    entries: Type.Integer(),
    changes: counts,
    figures: nullable(Type.Object({ before: figures, after: figures })),
    /** Whether it can be brought back. */
    is_kept: Type.Boolean(),
    is_current: Type.Boolean(),
  }),
);
export type HistoryReply = Static<typeof historyReply>;
export type HistoryRow = HistoryReply['items'][number];

export const routesOfSynchronizes = {
  'GET /qnas/synchronizes': { response: { 200: syncReply } },
  'POST /qnas/synchronizes': { keyed: true, body: startSyncBody, response: { 202: startSyncReply } },
  'POST /qnas/synchronizes/:id/take_over': {
    keyed: true,
    params: idParams,
    body: takeOverBody,
    response: { 200: madeVersionReply },
  },
  'DELETE /qnas/synchronizes/:id': { keyed: true, params: idParams, response: { 204: nothing } },
  'GET /qnas/synchronizes/history': { querystring: historyQuery, response: { 200: historyReply } },
  // Refused with STALE when another version was made since the one it replaces.
  'POST /qnas/synchronizes/rollback': { keyed: true, body: rollbackBody, response: { 200: madeVersionReply } },
} satisfies RouteTable;
