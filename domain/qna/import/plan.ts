import { cutText } from '../../text.ts';
import { type QnaFields, qnaFields } from '../fields.ts';
import { problemsWithQna } from '../problems.ts';
import { importTargets, type ImportTarget } from './heads.ts';
import { importLimits } from './limits.ts';
import type { NearQuestions } from './near-questions.ts';
import { cellOf, fieldsOfRow } from './row-fields.ts';
import { type CellMark, lettersOf, type TableRow } from './table.ts';

/** What is wrong with a row, or what to know about it. */
interface RowRemark {
  /** Number of the row in the sheet. */
  row: number;
  /** Letters of the column; empty when no column is the field. */
  column: string;
  /** Head of the field's column. */
  head: string;
  /** The rule or the remark. */
  code: string;
  message: string;
  /** What the message names: another row, a Q&A, an address; empty for most. */
  value: string;
}

/** A Q&A that an import would write. */
export interface PlannedWrite {
  row: number;
  /** Of the Q&A that is updated; null for a new one. */
  id: string | null;
  /** The version of it that the plan was made for. */
  version: number | null;
  fields: QnaFields;
}

/** What a row would change, for the preview. */
interface PlannedChange {
  row: number;
  action: 'create' | 'update';
  id: string | null;
  question: string;
  fields: { head: string; before: string; after: string }[];
}

export interface ImportPlan {
  writes: PlannedWrite[];
  changes: PlannedChange[];
  counts: { rows: number; created: number; updated: number; skipped: number; refused: number };
  errors: RowRemark[];
  notes: RowRemark[];
}

export interface PlanInput {
  /** Rows below the heads. */
  rows: readonly TableRow[];
  mapping: readonly ImportTarget[];
  /** Stored Q&As by id: at least those that the rows name. */
  stored: ReadonlyMap<string, QnaFields & { id: string; version: number }>;
  near: NearQuestions;
}

/** Plans an import: which Q&As would be created, updated, skipped because they are equal, or refused, and why. Pure. */
export function planImport({ rows, mapping, stored, near }: PlanInput): ImportPlan {
  const plan: ImportPlan = {
    writes: [],
    changes: [],
    counts: { rows: rows.length, created: 0, updated: 0, skipped: 0, refused: 0 },
    errors: [],
    notes: [],
  };
  const rowsById = new Map<string, number>();
  const rowsByQuestion = new Map<string, number>();
  const idAt = mapping.indexOf('id');
  for (const row of rows) {
    const remark: Remark = (target, code, message, value = '') => {
      const column = mapping.indexOf(target);
      const head = importTargets.find((each) => each.target === target)?.column ?? target;
      return { row: row.n, column: column === -1 ? '' : lettersOf(column), head, code, message, value };
    };
    const id = idAt === -1 ? '' : (row.cells[idAt] ?? '').trim();
    const before = stored.get(id);
    const fields = fieldsOfRow(row.cells, mapping, before);
    const changed = qnaFields.filter((field) => before === undefined || differs(before, fields, field.name));
    const wrongId = problemsWithId(id, before !== undefined, rowsById.get(id)).map(({ code, message, value }) =>
      remark('id', code, message, value),
    );
    // What is stored already is not refused: a rule may be younger than it.
    if (changed.length === 0 && wrongId.length === 0) {
      rowsById.set(id, row.n);
      plan.counts.skipped++;
      continue;
    }
    const problems = [
      ...wrongId,
      ...problemsWithCells(row, mapping, remark),
      ...problemsWithQna(fields, before).map(({ path, code, message }) => {
        const { rest, column } = qnaFields.find(({ name }) => name === path) ?? { rest: path, column: path };
        return remark(rest, code, code === 'required' ? `${column} is required.` : message);
      }),
    ];
    if (id !== '') rowsById.set(id, rowsById.get(id) ?? row.n);
    plan.notes.push(...notesOnCells(row, mapping, remark));
    if (problems.length > 0) {
      plan.errors.push(...problems);
      plan.counts.refused++;
      continue;
    }
    const isNewQuestion = before === undefined || before.question !== fields.question;
    if (isNewQuestion) plan.notes.push(...notesOnQuestion(fields.question, id, row.n));
    plan.counts[before === undefined ? 'created' : 'updated']++;
    plan.writes.push({ row: row.n, id: before?.id ?? null, version: before?.version ?? null, fields });
    plan.changes.push({
      row: row.n,
      action: before === undefined ? 'create' : 'update',
      id: before?.id ?? null,
      question: shown(fields.question),
      fields: changed
        .map((field) => ({
          head: field.column,
          before: before === undefined ? '' : shown(cellOf(before, field)),
          after: shown(cellOf(fields, field)),
        }))
        .filter(({ before: old, after }) => before !== undefined || old !== after),
    });

    function notesOnQuestion(question: string, own: string, n: number): RowRemark[] {
      const key = question.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');
      const earlier = rowsByQuestion.get(key);
      rowsByQuestion.set(key, earlier ?? n);
      if (earlier !== undefined)
        return [remark('question', 'same_in_file', `Row ${earlier} asks the same. Both become Q&As.`, String(earlier))];
      const found = near.nearest(question, own);
      if (found === undefined) return [];
      const named = `${found.id} ("${cutText(found.question, importLimits.previewChars, '…')}")`;
      return [
        found.isSame
          ? remark('question', 'same_question', `Q&A ${named} asks the same. Write its id to change it instead.`, named)
          : remark('question', 'near_question', `Q&A ${named} asks nearly the same.`, named),
      ];
    }
  }
  return plan;
}

type Remark = (target: string, code: string, message: string, value?: string) => RowRemark;

function problemsWithId(
  id: string,
  isStored: boolean,
  earlier: number | undefined,
): { code: string; message: string; value: string }[] {
  if (id === '') return [];
  if (earlier !== undefined)
    return [
      { code: 'same_id', message: `Row ${earlier} has the same id. Remove one of them.`, value: String(earlier) },
    ];
  if (isStored) return [];
  const value = shown(id);
  const message = `No Q&A has the id "${value}". Leave the cell empty to make a new one.`;
  return [{ code: 'unknown_id', message, value }];
}

/** Cells whose content says nothing: an error of Excel, and a formula without a result. */
function problemsWithCells(row: TableRow, mapping: readonly ImportTarget[], remark: Remark): RowRemark[] {
  return marked(row, mapping).flatMap(([target, mark, text]) => {
    if (mark === 'error')
      return [remark(target, 'error_cell', `The cell has the error ${text}. Mend it, or write the text itself.`, text)];
    if (mark === 'noResult')
      return [
        remark(target, 'formula_without_result', 'The file has no result of this formula. Write the text itself.'),
      ];
    return [];
  });
}

function notesOnCells(row: TableRow, mapping: readonly ImportTarget[], remark: Remark): RowRemark[] {
  const notes = marked(row, mapping).flatMap(([target, mark]) => {
    if (mark === 'formula')
      return [remark(target, 'formula', 'A formula: its stored result is taken as text. It is not computed anew.')];
    if (mark === 'merged') return [remark(target, 'merged', 'A merged cell: each of its rows gets its text.')];
    return [];
  });
  if (row.isHidden === true)
    notes.unshift(remark('', 'hidden_row', 'This row is hidden in the sheet. It is imported too.'));
  return notes;
}

function marked({ cells, marks }: TableRow, mapping: readonly ImportTarget[]): [string, CellMark, string][] {
  return Object.entries(marks ?? {}).flatMap(([at, mark]): [string, CellMark, string][] => {
    const target = mapping[Number(at)];
    return target === null || target === undefined ? [] : [[target, mark, cells[Number(at)] ?? '']];
  });
}

function differs(a: QnaFields, b: QnaFields, name: keyof QnaFields): boolean {
  const [one, other] = [a[name], b[name]];
  if (!Array.isArray(one) || !Array.isArray(other)) return one !== other;
  return one.length !== other.length || one.some((item, i) => item !== other[i]);
}

function shown(text: string): string {
  return cutText(text, importLimits.changeChars, '…');
}
