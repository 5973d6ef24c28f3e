import { cutText } from '../../../../ground/text.ts';
import { type QnaField, type QnaFields, qnaFields } from '../fields.ts';
import { problemsWithQna } from '../problems.ts';
import { fitOf } from './alike.ts';
import type { ImportTarget } from './heads.ts';
import { importLimits } from './limits.ts';
import type { NearQuestions } from './near-questions.ts';
import { cellOf, fieldsOfRow } from './row-fields.ts';
import { notesOnCells, problemsWithCells, type Remark, type RowRemark, remarksOn } from './row-remarks.ts';
import type { TableRow } from './table.ts';

/** A Q&A that an import would write. */
export interface PlannedWrite {
  row: number;
  /** Id of the Q&A that is updated; null for a new one. */
  id: string | null;
  /** The version of it that the plan was made for. */
  version: number | null;
  fields: QnaFields;
}

/** Change that a row would make, for the preview. */
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

interface StoredQna extends QnaFields {
  id: string;
  version: number;
}

export interface PlanInput {
  /** Rows below the heads. */
  rows: readonly TableRow[];
  mapping: readonly ImportTarget[];
  /** Stored Q&As by id: at least those that the rows name. */
  stored: ReadonlyMap<string, StoredQna>;
  near: NearQuestions;
  /** Numbers of rows that may replace a Q&A which asks something else. */
  confirmed?: 'all' | readonly number[];
}

/** Plans an import: which Q&As would be created, updated, skipped because they are equal, or refused, and why. Pure. */
export function planImport(input: PlanInput): ImportPlan {
  const planning = new PlanBuilder(input);
  for (const row of input.rows) planning.add(row);
  return planning.plan;
}

/** A plan that grows row by row. */
class PlanBuilder {
  readonly plan: ImportPlan;
  readonly #input: PlanInput;
  /** Numbers of the first rows with each id, and with each question. */
  readonly #rowsById = new Map<string, number>();
  readonly #rowsByQuestion = new Map<string, number>();

  constructor(input: PlanInput) {
    this.#input = input;
    const counts = { rows: input.rows.length, created: 0, updated: 0, skipped: 0, refused: 0 };
    this.plan = { writes: [], changes: [], conflicts: [], counts, errors: [], notes: [] };
  }

  /** Plans what becomes of a row. */
  add(row: TableRow): void {
    const { mapping, stored } = this.#input;
    const { plan } = this;
    const remark = remarksOn(row, mapping);
    const idAt = mapping.indexOf('id');
    const id = idAt === -1 ? '' : (row.cells[idAt] ?? '').trim();
    const before = stored.get(id);
    const fields = fieldsOfRow(row.cells, mapping, before);
    const changed = qnaFields.filter((field) => before === undefined || differs(before, fields, field.name));
    const wrongId = problemsWithId(id, before !== undefined, this.#rowsById.get(id)).map(({ code, message, value }) =>
      remark('id', code, message, value),
    );
    // A row that changes nothing is not refused: what is stored may be older than a rule.
    if (changed.length === 0 && wrongId.length === 0) {
      this.#rowsById.set(id, row.n);
      plan.counts.skipped++;
      return;
    }
    const asksSomethingElse = before !== undefined && fitOf(before, fieldsOfRow(row.cells, mapping)) === 'other';
    const isConfirmed = this.#isConfirmed(row);
    if (asksSomethingElse && wrongId.length === 0) {
      const questions = { before: shown(before.question), after: shown(fields.question) };
      plan.conflicts.push({ row: row.n, id, ...questions, is_confirmed: isConfirmed });
    }
    const problems = [
      ...wrongId,
      ...(asksSomethingElse && !isConfirmed
        ? [remark('id', 'other_question', otherQuestion(id, before), named(id, before))]
        : []),
      ...problemsWithCells(row, mapping, remark),
      ...problemsWithFields(fields, before, remark),
    ];
    if (id !== '') this.#rowsById.set(id, this.#rowsById.get(id) ?? row.n);
    plan.notes.push(...notesOnCells(row, mapping, remark));
    if (problems.length > 0) {
      plan.errors.push(...problems);
      plan.counts.refused++;
      return;
    }
    const isNewQuestion = before === undefined || before.question !== fields.question;
    if (isNewQuestion) plan.notes.push(...this.#notesOnQuestion(fields.question, id, row.n, remark));
    plan.counts[before === undefined ? 'created' : 'updated']++;
    plan.writes.push({ row: row.n, id: before?.id ?? null, version: before?.version ?? null, fields });
    plan.changes.push(changeOf(row.n, before, fields, changed));
  }

  #isConfirmed({ n }: TableRow): boolean {
    const { confirmed = [] } = this.#input;
    return confirmed === 'all' || confirmed.includes(n);
  }

  #notesOnQuestion(question: string, own: string, n: number, remark: Remark): RowRemark[] {
    const key = question.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');
    const earlier = this.#rowsByQuestion.get(key);
    this.#rowsByQuestion.set(key, earlier ?? n);
    if (earlier !== undefined)
      return [remark('question', 'same_in_file', `Row ${earlier} asks the same. Both become Q&As.`, String(earlier))];
    const found = this.#input.near.nearest(question, own);
    if (found === undefined) return [];
    const value = named(found.id, found);
    return [
      found.isSame
        ? remark('question', 'same_question', `Q&A ${value} asks the same. Write its id to change it instead.`, value)
        : remark('question', 'near_question', `Q&A ${value} asks nearly the same.`, value),
    ];
  }
}

/** Returns what a row would change of a stored Q&A, or of none. */
function changeOf(
  row: number,
  before: StoredQna | undefined,
  fields: QnaFields,
  changed: readonly QnaField[],
): PlannedChange {
  return {
    row,
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
  };
}

function problemsWithFields(fields: QnaFields, before: QnaFields | undefined, remark: Remark): RowRemark[] {
  return problemsWithQna(fields, before).map(({ path, code, message }) => {
    const { restName, column } = qnaFields.find(({ name }) => name === path) ?? { restName: path, column: path };
    return remark(restName, code, code === 'required' ? `${column} is required.` : message);
  });
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

function differs(a: QnaFields, b: QnaFields, name: keyof QnaFields): boolean {
  const [one, other] = [a[name], b[name]];
  if (!Array.isArray(one) || !Array.isArray(other)) return one !== other;
  return one.length !== other.length || one.some((item, i) => item !== other[i]);
}

function shown(text: string): string {
  return cutText(text, importLimits.changeChars, '…');
}
