import { sql } from 'kysely';
import type { ImportReply, PastImport } from '#domain/assistant/wire/qna-imports.ts';
import type { PlannedWrite } from '#domain/assistant/knowledge/qna/import/plan.ts';
import type { TableSheet } from '#domain/assistant/knowledge/qna/import/table.ts';
import type { Db, Tx } from '../../database/db.ts';
import { noteWrites, type WritesTable } from './undoable-writes.ts';

/** Imports of Q&As, see migration 0076. */

/** Where the writes of an import are noted. */
export const importWrites: WritesTable = { table: 'qna_import_writes', owner: 'import_id' };

export type ImportState = ImportReply['state'];

/** What the check of a file says, without what the row itself has. */
export type ImportReport = Omit<ImportReply, 'import_id' | 'dry_run' | 'state' | 'file_name' | 'made_by' | 'made_at'>;

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
  const { numAffectedRows } = await sql`update qna_imports
    set plan = ${JSON.stringify(plan)}, report = ${JSON.stringify(report)}
    where id = ${id} and state = 'checked'`.execute(db);
  return numAffectedRows === 1n;
}

/** Returns the cells of a file that is not imported yet; undefined when there is none. */
export async function sheetsOfImport(db: Db | Tx, id: string): Promise<TableSheet[] | undefined> {
  const { rows } = await sql<{ sheets: TableSheet[] }>`
    select sheets from qna_imports where id = ${id} and state = 'checked' and sheets is not null`.execute(db);
  return rows[0]?.sheets;
}

/** Of a file that was checked before conflicts were looked for. */
const noConflicts: Pick<ImportReport, 'conflicts' | 'conflicts_total'> = { conflicts: [], conflicts_total: 0 };

/** Returns an import as its reply; undefined when there is none. */
export async function readImport(db: Db | Tx, id: string): Promise<ImportReply | undefined> {
  const { rows } = await sql<{ report: ImportReport; state: ImportState; file: string; by: string | null; at: Date }>`
    select i.report, i.state, i.file_name as file, u.display_name as by, i.made_at as at
      from qna_imports i left join users u on u.id = i.made_by where i.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    ...noConflicts,
    ...row.report,
    import_id: id,
    dry_run: row.state === 'checked',
    state: row.state,
    file_name: row.file,
    made_by: row.by,
    made_at: new Date(row.at).toISOString(),
  };
}

/** Locks an import. @returns its state and plan; undefined when there is none */
export async function lockImport(
  tx: Tx,
  id: string,
): Promise<{ state: ImportState; plan: PlannedWrite[]; fileName: string; report: ImportReport } | undefined> {
  const { rows } = await sql<{ state: ImportState; plan: PlannedWrite[] | null; file: string; report: ImportReport }>`
    select state, plan, file_name as file, report from qna_imports where id = ${id} for update`.execute(tx);
  const [row] = rows;
  return row && { state: row.state, plan: row.plan ?? [], fileName: row.file, report: row.report };
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
export async function pastImports(
  db: Db | Tx,
  { page, limit }: { page: number; limit: number },
): Promise<{ items: PastImport[]; total: number }> {
  const { rows } = await sql<PastImport & { committed_at: Date; undone_at: Date | null }>`
    select i.id as import_id, i.state, i.file_name, u.display_name as made_by, i.committed_at, i.created, i.updated,
           i.skipped, i.refused, i.undone_at, v.display_name as undone_by, i.kept
      from qna_imports i left join users u on u.id = i.made_by left join users v on v.id = i.undone_by
     where i.committed_at is not null order by i.committed_at desc, i.id
     limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from qna_imports where committed_at is not null`.execute(db);
  const items = rows.map((row) => ({
    ...row,
    committed_at: new Date(row.committed_at).toISOString(),
    undone_at: row.undone_at === null ? null : new Date(row.undone_at).toISOString(),
  }));
  return { items, total: counted.rows[0]?.n ?? 0 };
}
