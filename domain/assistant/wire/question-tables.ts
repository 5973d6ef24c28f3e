import { Type, type Static } from 'typebox';
import { questionProblemCodes } from '../knowledge/qna/question-table.ts';
import { bytesOf, nullable, oneOf, text, when } from '../../ground/wire/parts.ts';
import { figures } from './synchronizes.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of the question set as a table, and of its figures over time. */

const importQuestionsBody = Type.Object({
  /** The file, in UTF-8. */
  csv: Type.String({ maxLength: 2_000_000 }),
  /** Only says what the import would do. */
  check: Type.Optional(Type.Boolean()),
});

const importQuestionsReply = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  /** False for a check, and when a row has a problem: nothing is written then. */
  is_done: Type.Boolean(),
  /** The first of them. `line` is that of the file, from 1; `column` is its head. */
  problems: Type.Array(Type.Object({ line: Type.Integer(), column: text, code: oneOf(...questionProblemCodes) })),
  problems_total: Type.Integer(),
});
export type ImportQuestionsReply = Static<typeof importQuestionsReply>;

const measuredVersion = Type.Object({
  number: Type.Integer(),
  made_at: when,
  made_by: nullable(text),
  note: text,
  figures,
  /** Figures by the name of the set; empty for versions that were made before this was kept. */
  sets: Type.Array(Type.Object({ name: text, figures })),
  /** Questions that were added and removed since the version before. */
  added: Type.Integer(),
  removed: Type.Integer(),
});
export type MeasuredVersion = Static<typeof measuredVersion>;

/** The newest versions that were measured, oldest first, and how many there are. */
const measuredVersionsReply = Type.Object({ items: Type.Array(measuredVersion), total: Type.Integer() });
export type MeasuredVersionsReply = Static<typeof measuredVersionsReply>;

export const routesOfQuestionTables = {
  'GET /admin-api/knowledge/questions/csv': { response: { 200: bytesOf('text/csv') } },
  'POST /admin-api/knowledge/questions/csv': {
    keyed: true,
    body: importQuestionsBody,
    response: { 200: importQuestionsReply },
  },
  'GET /admin-api/knowledge/questions/figures': { response: { 200: measuredVersionsReply } },
} satisfies RouteTable;
