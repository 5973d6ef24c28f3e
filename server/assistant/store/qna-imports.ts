import { sql } from 'kysely';
import type { ImportReply, PastImport } from '#domain/assistant/wire/qna-imports.ts';
import type { PlannedWrite } from '#domain/assistant/knowledge/qna/import/import-plan.ts';
import type { TableSheet } from '#domain/assistant/knowledge/qna/import/table.ts';
import { asWire } from '../../database/moments.ts';
import { countWritten, type Db, firstRow, firstValue, type Tx } from '../../database/db.ts';
import { type Page, type Paged, readPage } from '../../database/page.ts';
import { noteWrites, type WritesTable } from './undoable-writes.ts';

/** Imports of Q&As, see migration 0076. */

/** Table of the writes of an import. */
export const importWrites: WritesTable = { table: 'qna_import_writes', owner: 'import_id' };

type ImportState = ImportReply['state'];

/** Parts of an import that are columns of its row. */
type ImportAbout = Pick<ImportReply, 'state' | 'file_name' | 'made_by' | 'made_at'>;

/** Report of the check of a file, without the parts that are columns of its row. */
export type ImportReport = Omit<ImportReply, 'import_id' | 'dry_run' | keyof ImportAbout>;

/** Stores a file that was read. @param report and `plan`: what its import would do */
export async function addImport(
  db: Db | Tx,
  made: {
    id: string;
    by: string;
    fileName: string;
    sheets: readonly TableSheet[];
    plan: readonly PlannedWrite[];
    report: ImportReport;
  },
): Promise<void> {
  await sql`insert into qna_imports (id, made_by, file_name, sheets, plan, report)
    values (${made.id}, ${made.by}, ${made.fileName}, ${JSON.stringify(made.sheets)}, ${JSON.stringify(made.plan)},
            ${JSON.stringify(made.report)})`.execute(db);
}

/** Deletes files that were checked this long ago and never imported. */
export async function forgetImports(db: Db | Tx, hours: number): Promise<void> {
  await sql`delete from qna_imports
    where state = 'checked' and made_at < now() - make_interval(hours => ${hours})`.execute(db);
}

/** Stores another plan of an import that is not committed. @returns whether there is one */
export async function changePlan(
  db: Db | Tx,
  id: string,
  { plan, report }: { plan: readonly PlannedWrite[]; report: ImportReport },
): Promise<boolean> {
  const changed = await countWritten(db)`update qna_imports
    set plan = ${JSON.stringify(plan)}, report = ${JSON.stringify(report)}
    where id = ${id} and state = 'checked'`;
  return changed === 1;
}

/** Returns the cells of a file that is not imported yet; undefined when there is none. */
export async function sheetsOfImport(db: Db | Tx, id: string): Promise<TableSheet[] | undefined> {
  return await firstValue<TableSheet[]>(db)`
    select sheets from qna_imports where id = ${id} and state = 'checked' and sheets is not null`;
}

/** Conflicts of a file that was checked before conflicts were looked for. */
const noConflicts: Pick<ImportReport, 'conflicts' | 'conflicts_total'> = { conflicts: [], conflicts_total: 0 };

/** Returns an import as its reply; undefined when there is none. */
export async function readImport(db: Db | Tx, id: string): Promise<ImportReply | undefined> {
  const row = await firstRow<ImportAbout & { report: ImportReport }>(db)`
    select i.report, i.state, i.file_name, u.display_name as made_by, ${asWire('i.made_at')} as made_at
      from qna_imports i left join users u on u.id = i.made_by where i.id = ${id}`;
  if (row === undefined) return undefined;
  const { report, ...about } = row;
  return { ...noConflicts, ...report, ...about, import_id: id, dry_run: about.state === 'checked' };
}

/** Locks an import. @returns its state and plan; undefined when there is none */
export async function lockImport(tx: Tx, id: string): Promise<LockedImport | undefined> {
  return await firstRow<LockedImport>(tx)`
    select state, coalesce(plan, '[]') as plan, file_name as "fileName", report
      from qna_imports where id = ${id} for update`;
}

interface LockedImport {
  state: ImportState;
  plan: PlannedWrite[];
  fileName: string;
  report: ImportReport;
}

/** Notes that an import was committed, with what it wrote. Its cells are not needed any more. */
export async function closeImport(
  tx: Tx,
  id: string,
  counts: { created: number; updated: number; skipped: number; refused: number },
  writes: readonly { qnaId: string; version: number; replaced: number | null }[],
): Promise<void> {
  await sql`update qna_imports
    set state = 'committed', committed_at = now(), sheets = null, plan = null, created = ${counts.created},
        updated = ${counts.updated}, skipped = ${counts.skipped}, refused = ${counts.refused}
    where id = ${id}`.execute(tx);
  await noteWrites(tx, importWrites, id, writes);
}

/** Notes that an import was undone. @param kept number of Q&As that stayed, because they were changed since */
export async function noteUndo(tx: Tx, id: string, by: string, kept: number): Promise<void> {
  await sql`update qna_imports set state = 'undone', undone_at = now(), undone_by = ${by}, kept = ${kept}
    where id = ${id}`.execute(tx);
}

/** Returns a page of the imports that were committed, the newest first. */
export async function pastImports(db: Db | Tx, page: Page): Promise<Paged<PastImport>> {
  const list = {
    columns: sql`i.id as import_id, i.state, i.file_name, u.display_name as made_by,
      ${asWire('i.committed_at')} as committed_at, i.created, i.updated, i.skipped, i.refused,
      ${asWire('i.undone_at')} as undone_at, v.display_name as undone_by, i.kept`,
    from: sql`qna_imports i left join users u on u.id = i.made_by left join users v on v.id = i.undone_by
      where i.committed_at is not null`,
    order: sql`i.committed_at desc, i.id`,
  };
  return await readPage(db, list, page);
}
