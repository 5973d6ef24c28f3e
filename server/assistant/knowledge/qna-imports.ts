import { Refusal, requireFound } from '#domain/ground/errors.ts';
import type { CommitReply, ImportChoice, UndoReply } from '#domain/assistant/wire/qna-imports.ts';
import {
  headRowOf,
  importTargets,
  type ImportTarget,
  matchHeads,
  missingHeads,
  sheetToImport,
} from '#domain/assistant/knowledge/qna/import/heads.ts';
import { areIds } from '#domain/assistant/knowledge/qna/import/ids.ts';
import { importLimits } from '#domain/assistant/knowledge/qna/import/limits.ts';
import { NearQuestions } from '#domain/assistant/knowledge/qna/import/near-questions.ts';
import { planImport, type PlannedWrite } from '#domain/assistant/knowledge/qna/import/import-plan.ts';
import { lettersOf, type TableSheet } from '#domain/assistant/knowledge/qna/import/table.ts';
import { cutText } from '#domain/ground/text.ts';
import { closeImport, importWrites, type ImportReport, lockImport, noteUndo } from '../store/qna-imports.ts';
import { lockQnas, writeQnas } from '../store/qna-writes.ts';
import { readQnas } from '../store/qnas.ts';
import type { Db, Tx } from '../../database/db.ts';
import { undoWrites } from './undo-writes.ts';

/** Imports of Q&As: what a file would do, doing it, and undoing it. */

/**
 * Plans the import of a file against the stored Q&As. Nothing is written.
 * @param choice the sheet and the fields of its columns; without it, both are found by the heads
 * @throws Refusal VALIDATION for a sheet that does not exist, INVALID for a field that does not exist or is named twice
 */
export async function planOf(
  db: Db | Tx,
  sheets: readonly TableSheet[],
  choice: ImportChoice = { sheet: sheetToImport(sheets) },
): Promise<{ plan: PlannedWrite[]; report: ImportReport }> {
  const sheet = sheets[choice.sheet];
  if (sheet === undefined) throw new Refusal('VALIDATION', [{ path: 'sheet', code: 'maximum' }]);
  const headRow = headRowOf(sheet.rows);
  const width = Math.max(0, ...sheet.rows.map(({ cells }) => cells.length));
  const heads = Array.from({ length: width }, (_, i) => (sheet.rows[headRow]?.cells[i] ?? '').trim());
  const rows = sheet.rows.slice(headRow + 1);
  const qnas = await readQnas(db);
  const stored = new Map(qnas.map((qna) => [qna.id, qna]));
  const matched = choice.fields === undefined ? matchHeads(heads) : mappingOf(choice.fields, width);
  const countedAt = choice.fields === undefined && !areIds(rows, heads, matched, stored) ? matched.indexOf('id') : -1;
  const mapping = matched.map((target, i) => (i === countedAt ? null : target));
  const { writes, changes, conflicts, counts, errors, notes } = planImport({
    rows,
    mapping,
    stored,
    near: new NearQuestions(qnas),
    confirmed: choice.confirmed ?? [],
  });
  const headRowNumber = sheet.rows[headRow]?.n ?? 1;
  if (countedAt !== -1) notes.unshift(noIdsNote(headRowNumber, countedAt, shown(heads[countedAt] ?? '')));
  const report: ImportReport = {
    ...counts,
    valid: counts.rows - counts.refused,
    errors: errors.slice(0, importLimits.listedProblems),
    errors_total: errors.length,
    notes: notes.slice(0, importLimits.listedProblems),
    notes_total: notes.length,
    changes: changes.slice(0, importLimits.listedChanges),
    changes_total: changes.length,
    conflicts: conflicts.slice(0, importLimits.listedProblems),
    conflicts_total: conflicts.length,
    sheets: sheets.map(({ name, isHidden, rows: all }) => ({ name, hidden: isHidden, rows: all.length })),
    sheet: choice.sheet,
    head_row: headRowNumber,
    columns: heads.map((head, i) => ({ column: lettersOf(i), head: shown(head), field: mapping[i] ?? null })),
    missing: missingHeads(mapping),
    preview: rows.slice(0, importLimits.previewRows).map(({ n, cells }) => ({
      row: n,
      cells: heads.map((_, i) => shown(cells[i] ?? '')),
    })),
  };
  return { plan: writes, report };
}

/** The note at a column that is called like the ids and does not have them. */
function noIdsNote(row: number, column: number, head: string): ImportReport['notes'][number] {
  const message =
    `The column "${head}" has no ids of Q&As, so it is left out. ` +
    'To change Q&As by it, choose the field Id for this column.';
  return { row, column: lettersOf(column), head, code: 'not_ids', message, value: head };
}

/** Returns the fields that the user has chosen for the columns. @throws Refusal INVALID */
function mappingOf(fields: readonly ImportTarget[], width: number): ImportTarget[] {
  const problems = fields.flatMap((field, i) => {
    if (field === null) return [];
    const isField = i < width && importTargets.some(({ target }) => target === field);
    if (!isField) return [{ path: `fields/${i}`, code: 'unknown' }];
    return fields.indexOf(field) < i ? [{ path: `fields/${i}`, code: 'twice' }] : [];
  });
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  return Array.from({ length: width }, (_, i) => fields[i] ?? null);
}

/**
 * Writes what the plan of an import says. Q&As that were changed or deleted since the plan was made are not overwritten.
 * @param rows `all`: every row or, if one has an error or is stale, none; `valid`: those that can be written
 * @throws Refusal NOT_FOUND; IMPORT_CLOSED after a commit; with `all` IMPORT_INVALID or STALE, with the rows
 */
export async function commitImport(tx: Tx, id: string, rows: 'all' | 'valid', by: string): Promise<CommitReply> {
  const found = requireFound(await lockImport(tx, id));
  if (found.state !== 'checked') throw new Refusal('IMPORT_CLOSED');
  const { plan, report, fileName } = found;
  if (rows === 'all' && report.refused > 0) throw new Refusal('IMPORT_INVALID', { refused: report.refused });
  await lockQnas(tx);
  const ids = plan.flatMap((write) => (write.id === null ? [] : [write.id]));
  const versions = new Map((await readQnas(tx, ids)).map((qna) => [qna.id, qna.version]));
  const isStale = (write: PlannedWrite) => write.id !== null && versions.get(write.id) !== write.version;
  const stale = plan.filter(isStale).map(({ row, id: qnaId }) => ({ row, id: qnaId ?? '' }));
  if (rows === 'all' && stale.length > 0) throw new Refusal('STALE', { stale });
  const fresh = plan.filter((write) => !isStale(write));
  const written = await writeQnas(
    tx,
    fresh.map(({ id: qnaId, version, fields }) =>
      qnaId === null || version === null ? { fields } : { id: qnaId, version, fields },
    ),
    { change: 'import', by, note: fileName },
  );
  if ('stale' in written) throw new Refusal('STALE', { stale: written.stale.map((each) => ({ row: 0, id: each.id })) });
  const created = fresh.filter((write) => write.id === null).length;
  const counts = {
    created,
    updated: fresh.length - created,
    skipped: report.skipped,
    refused: report.refused,
  };
  await closeImport(
    tx,
    id,
    counts,
    fresh.map(({ version }, i) => ({ qnaId: written.ids[i] ?? '', version: (version ?? 0) + 1, replaced: version })),
  );
  return { ...counts, stale };
}

/**
 * Undoes an import: Q&As that it made are deleted, those that it changed get the version it replaced. Q&As that were
 * changed or deleted since stay as they are.
 * @throws Refusal NOT_FOUND; IMPORT_CLOSED for one that is not committed or was undone already
 */
export async function undoImport(tx: Tx, id: string, by: string): Promise<UndoReply> {
  const found = requireFound(await lockImport(tx, id));
  if (found.state !== 'committed') throw new Refusal('IMPORT_CLOSED');
  const { undone, kept } = await undoWrites(tx, importWrites, { id, by, note: found.fileName });
  await noteUndo(tx, id, by, kept.length);
  return { undone, kept: kept.map((each) => ({ ...each, question: shown(each.question) })) };
}

function shown(text: string): string {
  return cutText(text, importLimits.previewChars, '…');
}
