import { cutText } from '../../../../ground/text.ts';
import { type QnaFields, qnaFields } from '../fields.ts';
import { problemsWithQna } from '../problems.ts';
import { fitOf } from './alike.ts';
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

/** A row whose id names a Q&A that asks something else: it is written only once that is confirmed. */
interface PlannedConflict {
  row: number;
  id: string;
  /** The stored question, and that of the row. */
  before: string;
  after: string;
  is_confirmed: boolean;
}

export interface ImportPlan {
  writes: PlannedWrite[];
  changes: PlannedChange[];
  conflicts: PlannedConflict[];
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
  /** Numbers of rows that may replace a Q&A which asks something else. */
  confirmed?: 'all' | readonly number[];
}

/** Plans an import: which Q&As would be created, updated, skipped because they are equal, or refused, and why. Pure. */
export function planImport({ rows, mapping, stored, near, confirmed = [] }: PlanInput): ImportPlan {
  const plan: ImportPlan = {
    writes: [],
    changes: [],
    conflicts: [],
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
    const isOther = before !== undefined && fitOf(before, fieldsOfRow(row.cells, mapping)) === 'other';
    const isConfirmed = confirmed === 'all' || confirmed.includes(row.n);
    if (isOther && wrongId.length === 0)
      plan.conflicts.push({
        row: row.n,
        id,
        before: shown(before.question),
        after: shown(fields.question),
        is_confirmed: isConfirmed,
      });
    const problems = [
      ...wrongId,
      ...(isOther && !isConfirmed
        ? [remark('id', 'other_question', otherQuestion(id, before), named(id, before))]
        : []),
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
      const value = named(found.id, found);
      return [
        found.isSame
          ? remark('question', 'same_question', `Q&A ${value} asks the same. Write its id to change it instead.`, value)
          : remark('question', 'near_question', `Q&A ${value} asks nearly the same.`, value),
      ];
    }
  }
  return plan;
}

function named(id: string, { question }: { question: string }): string {
  return `${id} ("${cutText(question, importLimits.previewChars, '…')}")`;
}

function otherQuestion(id: string, before: QnaFields): string {
  return (
    `Q&A ${named(id, before)} asks something else. Confirm that this row replaces it, ` +
    'empty the cell to make a new Q&A, or leave the column out.'
  );
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
