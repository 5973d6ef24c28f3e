import { Type, type Static } from 'typebox';
import { importLimits } from '../knowledge/qna/import/limits.ts';
import { bytesOf, id, idParams, listOf, nullable, oneOf, page, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of imports of Q&As from an Excel file. `domain/qna/import` says what the fields mean. */

const count = Type.Integer({ minimum: 0 });

const remark = Type.Object({
  row: Type.Integer(),
  /** Letters of the column; empty when no column is the field. */
  column: text,
  head: text,
  code: text,
  message: text,
  /** Text that the message names: another row, a Q&A; empty for most. */
  value: text,
});

export type ImportRemark = Static<typeof remark>;

const importStates = ['checked', 'committed', 'undone'] as const;

/** A checked file: what its import would do. Nothing is written before the commit. */
const importReply = Type.Object({
  import_id: id,
  /** Whether nothing is written yet. */
  dry_run: Type.Boolean(),
  state: oneOf(...importStates),
  file_name: text,
  made_by: nullable(text),
  made_at: when,
  /** Number of rows below the heads, and of those without an error. */
  rows: count,
  valid: count,
  /** Numbers of rows that would be created, updated, skipped because they are equal, or refused. */
  created: count,
  updated: count,
  skipped: count,
  refused: count,
  /** The first errors and notes; the totals count all. */
  errors: Type.Array(remark),
  errors_total: count,
  notes: Type.Array(remark),
  notes_total: count,
  changes: Type.Array(
    Type.Object({
      row: Type.Integer(),
      action: oneOf('create', 'update'),
      id: nullable(text),
      question: text,
      fields: Type.Array(Type.Object({ head: text, before: text, after: text })),
    }),
  ),
  changes_total: count,
  /**
   * The first rows whose id names a Q&A that asks something else: `before` is its question, `after` that of the row. They
   * are refused until they are confirmed.
   */
  conflicts: Type.Array(
    Type.Object({ row: Type.Integer(), id: text, before: text, after: text, is_confirmed: Type.Boolean() }),
  ),
  conflicts_total: count,
  sheets: Type.Array(Type.Object({ name: text, hidden: Type.Boolean(), rows: count })),
  /** Index of the imported sheet, and the number of its row of heads. */
  sheet: count,
  head_row: count,
  /** All columns; `field`: the name of the field in the REST API, `id`, or null for one that is left out. */
  columns: Type.Array(Type.Object({ column: text, head: text, field: nullable(text) })),
  /** Heads of fields that a new Q&A needs and that no column is. */
  missing: Type.Array(text),
  /** The first rows below the heads. */
  preview: Type.Array(Type.Object({ row: Type.Integer(), cells: Type.Array(text) })),
});

export type ImportReply = Static<typeof importReply>;

/**
 * Another sheet, or other fields for its columns, from A; without `fields`, the heads decide. `confirmed`: the numbers of
 * all rows that may replace a Q&A which asks something else.
 */
const importChoice = Type.Object({
  sheet: Type.Integer({ minimum: 0, maximum: importLimits.sheets }),
  fields: Type.Optional(Type.Array(nullable(Type.String({ maxLength: 40 })), { maxItems: importLimits.columns })),
  confirmed: Type.Optional(
    Type.Union([
      Type.Literal('all'),
      Type.Array(Type.Integer({ minimum: 1, maximum: 9_999_999 }), { maxItems: importLimits.rows }),
    ]),
  ),
});

export type ImportChoice = Static<typeof importChoice>;

const commitBody = Type.Object({
  /** `all`: all rows or, if one has an error or is stale, none. `valid`: those rows that can be imported. */
  rows: oneOf('all', 'valid'),
});

const named = Type.Array(Type.Object({ row: Type.Integer(), id: text }));

const commitReply = Type.Object({
  created: count,
  updated: count,
  /** Rows that say what is stored already. */
  skipped: count,
  /** Rows with an error. */
  refused: count,
  /** Rows whose Q&A a colleague has changed or deleted since the file was checked: not written. */
  stale: named,
});

export type CommitReply = Static<typeof commitReply>;

const undoReply = Type.Object({
  undone: count,
  /** Q&As that were changed or deleted since the import: they stay as they are. */
  kept: Type.Array(Type.Object({ id: text, question: text })),
});

export type UndoReply = Static<typeof undoReply>;

/** Imports that were committed, the newest first. */
const importsQuery = Type.Object(page);

const importsReply = listOf(
  Type.Object({
    import_id: id,
    state: oneOf(...importStates),
    file_name: text,
    made_by: nullable(text),
    committed_at: when,
    created: count,
    updated: count,
    skipped: count,
    refused: count,
    undone_at: nullable(when),
    undone_by: nullable(text),
    /** Q&As that an undo has left, because they were changed since. */
    kept: count,
  }),
);

export type ImportsReply = Static<typeof importsReply>;
export type PastImport = ImportsReply['items'][number];

export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Body of the call that checks a file. */
const fileBody = {
  content: { 'multipart/form-data': { schema: Type.Object({ file: Type.String({ format: 'binary' }) }) } },
};

export const routesOfImports = {
  'GET /qnas/imports': { querystring: importsQuery, response: { 200: importsReply } },
  'GET /qnas/imports/example': { response: { 200: bytesOf(excelType) } },
  'GET /qnas/xlsx': { response: { 200: bytesOf(excelType) } },
  'POST /qnas/imports': { body: fileBody, response: { 202: importReply } },
  'GET /qnas/imports/:id': { params: idParams, response: { 200: importReply } },
  'PUT /qnas/imports/:id': { params: idParams, body: importChoice, response: { 200: importReply } },
  'POST /qnas/imports/:id/commit': { keyed: true, params: idParams, body: commitBody, response: { 200: commitReply } },
  'POST /qnas/imports/:id/undo': { keyed: true, params: idParams, response: { 200: undoReply } },
} satisfies RouteTable;
