import type { ImportQuestionsReply } from '#domain/assistant/wire/question-tables.ts';
import { haveWordsInCommon } from '#domain/assistant/knowledge/qna/import/alike.ts';
import {
  type QuestionProblem,
  questionsOfTable,
  type TableQuestion,
} from '#domain/assistant/knowledge/qna/question-table.ts';
import { knownEntries, lockQuestions, questionsForTable, replaceQuestions } from '../store/question-tables.ts';
import type { Tx } from '../../database/db.ts';
import { measuredQuestions } from '../store/question-sets.ts';

/** Maximum number of problems of a question set that are listed. */
const listedQuestionProblems = 100;

/**
 * Imports a table of questions: all of it or, when a row has a problem, nothing. Rows with an id change that question;
 * rows without one add it, unless the same one is there. Questions that the table lacks stay.
 * @param isCheck only says what it would do
 */
export async function importQuestions(
  tx: Tx,
  { text, isCheck, by }: { text: string; isCheck: boolean; by: string },
): Promise<ImportQuestionsReply> {
  await lockQuestions(tx);
  const { rows, problems } = questionsOfTable(text);
  const stored = await questionsForTable(tx);
  const byId = new Map(stored.map((question) => [question.id, question]));
  const sameOnes = new Set(stored.map(contentOf));
  const entries = await knownEntries(tx);
  const all = [...problems, ...problemsBeside(rows, byId, entries)].toSorted((a, b) => a.line - b.line);
  const changes: { row: TableQuestion; replaced: string | null; set: string }[] = [];
  let unchanged = 0;
  for (const row of rows) {
    const before = byId.get(row.id);
    if (sameOnes.has(contentOf(row)) && (before === undefined || contentOf(before) === contentOf(row))) unchanged++;
    else changes.push({ row, replaced: before?.id ?? null, set: before?.set ?? 'own' });
    sameOnes.add(contentOf(row));
  }
  const added = changes.filter(({ replaced }) => replaced === null).length;
  if (stored.length + added > measuredQuestions) all.push({ line: 1, column: '', code: 'over_count' });
  const isDone = !isCheck && all.length === 0;
  if (isDone) await replaceQuestions(tx, changes, by);
  return {
    added,
    changed: changes.length - added,
    unchanged,
    is_done: isDone,
    problems: all.slice(0, listedQuestionProblems),
    problems_total: all.length,
  };
}

function problemsBeside(
  rows: readonly (TableQuestion & { line: number })[],
  stored: ReadonlyMap<string, TableQuestion>,
  entries: ReadonlySet<string>,
): QuestionProblem[] {
  const seen = new Set<string>();
  return rows.flatMap(({ id, line, question, entryId, also }) => {
    const problems: QuestionProblem[] = [];
    const before = stored.get(id);
    if (id !== '' && before === undefined) problems.push({ line, column: 'Id', code: 'unknown_id' });
    // A column that only counts the rows would replace questions that have nothing to do with them.
    if (before !== undefined && before.question !== question && !haveWordsInCommon(before.question, question))
      problems.push({ line, column: 'Id', code: 'other_question' });
    if (id !== '' && seen.has(id)) problems.push({ line, column: 'Id', code: 'twice' });
    seen.add(id);
    if (entryId !== null && !entries.has(entryId)) problems.push({ line, column: 'Entry', code: 'unknown_entry' });
    if (also.some((each) => !entries.has(each))) problems.push({ line, column: 'Also right', code: 'unknown_entry' });
    return problems;
  });
}

function contentOf({ question, before, entryId, also, note }: TableQuestion): string {
  return JSON.stringify([question, before, entryId, also, note]);
}
