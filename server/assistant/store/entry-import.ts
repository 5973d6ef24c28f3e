import { sql } from 'kysely';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { type Db, hasRow, rowsOf, type Tx } from '../../database/db.ts';
import { activate } from './publish.ts';

export type ImportedEntry = Omit<KnowledgeEntry, 'ko'> & {
  ko: KnowledgeEntry['ko'] | null;
  sources: string[];
  chat_type: number;
  check_by: string | null;
  checked_on: string | null;
};

export interface ImportResult {
  created: number;
  updated: number;
  /** Entries that an expert has edited, and those that did not change. */
  skipped: number;
}

/** Whether a file with this hash of its content was imported before. */
export async function isImported(db: Db | Tx, hash: string): Promise<boolean> {
  return await hasRow(db)`select from knowledge_imports where hash = ${hash}`;
}

/**
 * Writes the entries of a file, and lets the assistant answer from them at once. An entry that an expert has edited stays
 * as it is.
 * @param hash of the file's content: the same content is imported once
 * @returns undefined when this content was imported before
 */
export async function importEntries(
  tx: Tx,
  hash: string,
  entries: readonly ImportedEntry[],
): Promise<ImportResult | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp knowledge import', 0))`.execute(tx);
  if (await isImported(tx, hash)) return undefined;
  const rows = await rowsOf<{ id: string; created: boolean }>(tx)`
    insert into qnas as k (id, large, medium, small, question, alternatives, answer, keywords, urls, status, sources,
                                ko, chat_type, check_by, checked_on, imported_version)
    select id, large, medium, small, question, alternatives, answer, keywords, urls, status, sources,
           nullif(ko, 'null'), chat_type, check_by, checked_on, 1
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (
        id text, large text, medium text, small text, question text, alternatives jsonb, answer text, keywords jsonb,
        urls jsonb, status text, sources jsonb, ko jsonb, chat_type integer, check_by date, checked_on date)
    on conflict (id) do update set
      large = excluded.large, medium = excluded.medium, small = excluded.small, question = excluded.question,
      alternatives = excluded.alternatives, answer = excluded.answer, keywords = excluded.keywords, urls = excluded.urls,
      status = excluded.status, sources = excluded.sources, ko = excluded.ko, chat_type = excluded.chat_type,
      check_by = excluded.check_by, checked_on = excluded.checked_on, version = k.version + 1, imported_version = k.version + 1, updated_at = now()
    where k.version = k.imported_version
      and row (k.question, k.alternatives, k.answer, k.keywords, k.urls, k.status, k.sources, k.ko, k.large, k.medium,
               k.small, k.chat_type, k.check_by, k.checked_on)
          is distinct from
          row (excluded.question, excluded.alternatives, excluded.answer, excluded.keywords, excluded.urls, excluded.status,
               excluded.sources, excluded.ko, excluded.large, excluded.medium, excluded.small, excluded.chat_type,
               excluded.check_by, excluded.checked_on)
    returning id, xmax = 0 as created`;
  await activate(
    tx,
    rows.map(({ id }) => id),
  );
  const created = rows.filter((row) => row.created).length;
  const result = { created, updated: rows.length - created, skipped: entries.length - rows.length };
  await noteImport(tx, hash, result);
  return result;
}

/** Notes that a content was imported, see `isImported`. */
export async function noteImport(tx: Tx, hash: string, result: ImportResult): Promise<void> {
  await sql`insert into knowledge_imports (hash, created, updated, skipped)
    values (${hash}, ${result.created}, ${result.updated}, ${result.skipped}) on conflict (hash) do nothing`.execute(
    tx,
  );
}
