import { sql } from 'kysely';
import type { DocumentPiece, DocumentReply } from '#domain/assistant/wire/knowledge-documents.ts';
import type { Section } from '#domain/assistant/knowledge/qna/document-pieces.ts';
import type { Attachment } from '../../files/store/own-files.ts';
import { asWire } from '../../database/moments.ts';
import { countWritten, type Db, firstRow, hasRow, rowsOf, type Tx } from '../../database/db.ts';
import { type Page, type Paged, readPage } from '../../database/page.ts';

/** Documents from which experts make Q&As, see migration 0087. */

/** A document as stored: its name and its problem are not yet as they are shown. */
export type KnowledgeDocument = Omit<DocumentReply, 'url' | 'state'>;

/** A piece of a document. */
export type Piece = Omit<DocumentPiece, 'alike'>;

/**
 * Stores a finished upload as a document; idempotent.
 * @param document `id` is the upload's
 * @returns false when this user has no such upload
 */
export async function addDocument(
  tx: Tx,
  document: { id: string; by: string; large: string; medium: string },
): Promise<boolean> {
  const { id, by, large, medium } = document;
  await sql`with upload as (
      delete from finished_uploads where id = ${id} and uploader = ${by} returning id, file_id, name
    )
    insert into knowledge_documents (id, file_id, name, large, medium, added_by)
      select id, file_id, name, ${large}, ${medium}, ${by} from upload`.execute(tx);
  return (await readDocument(tx, id)) !== undefined;
}

/** Returns a page of the documents, newest first. */
export async function readDocuments(db: Db, page: Page): Promise<Paged<KnowledgeDocument>> {
  const from = sql`knowledge_documents`;
  return await readPage(db, { columns, from, tables, order: sql`d.added_at desc, d.id` }, page);
}

export async function readDocument(db: Db | Tx, id: string): Promise<KnowledgeDocument | undefined> {
  return await firstRow<KnowledgeDocument>(db)`select ${columns} from ${tables} where d.id = ${id}`;
}

const columns = sql`d.id, d.name, f.size::float8 as size, f.mime, d.large as large_category,
  d.medium as medium_category, ${asWire('d.added_at')} as added_at, u.display_name as added_by, d.pages, d.problem,
  p.open, p.made, p.left_out`;
const tables = sql`knowledge_documents d
  join files f on f.id = d.file_id
  left join users u on u.id = d.added_by
  cross join lateral (
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'made')::int as made,
           count(*) filter (where state = 'left_out')::int as left_out
      from knowledge_pieces where document_id = d.id
  ) p`;

/** Returns the pieces of a document in its order; with numbers, only those. */
export async function readPieces(db: Db | Tx, documentId: string, numbers?: readonly number[]): Promise<Piece[]> {
  const which = numbers === undefined ? sql`true` : sql`n = any(${numbers}::int[])`;
  return await rowsOf<Piece>(db)`
    select n, page, question, answer, state, qna_id
      from knowledge_pieces where document_id = ${documentId} and ${which} order by n`;
}

/** Returns whose upload a document is that was not read yet, and its hash. */
export async function unreadDocument(
  db: Db,
  id: string,
): Promise<{ uploader: string; sha256: string; name: string } | undefined> {
  return await firstRow<{ uploader: string; sha256: string; name: string }>(db)`
    select f.uploader, f.sha256, d.name from knowledge_documents d join files f on f.id = d.file_id
     where d.id = ${id} and d.pages is null and d.problem is null`;
}

/** Stores what reading a document gave, unless that was stored before. */
export async function keepReading(
  tx: Tx,
  id: string,
  read: { pages: number; pieces: readonly Section[] } | { problem: string },
): Promise<void> {
  const pages = 'pages' in read ? read.pages : null;
  const problem = 'problem' in read ? read.problem : null;
  const rows = await rowsOf<unknown>(tx)`update knowledge_documents set pages = ${pages}, problem = ${problem}
    where id = ${id} and pages is null and problem is null returning id`;
  if (rows.length === 0 || !('pieces' in read)) return;
  const pieces = read.pieces.map(({ page, question, answer }, at) => ({
    n: at + 1,
    page: String(page),
    question,
    answer,
  }));
  await sql`insert into knowledge_pieces (document_id, n, page, question, answer)
    select ${id}, n, page, question, answer from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb)
        as p (n int, page text, question text, answer text)`.execute(tx);
}

/**
 * Notes what became of pieces.
 * @param settled.made the Q&As by the piece's number
 * @returns the number of pieces that have changed
 */
export async function settlePieces(
  tx: Tx,
  documentId: string,
  settled: { state: 'open' | 'left_out'; numbers: readonly number[] } | { made: ReadonlyMap<number, string> },
): Promise<number> {
  if ('state' in settled) {
    return await countWritten(tx)`update knowledge_pieces set state = ${settled.state}
      where document_id = ${documentId} and n = any(${settled.numbers}::int[]) and state <> 'made'`;
  }
  const made = [...settled.made].map(([n, qna]) => ({ n, qna }));
  return await countWritten(tx)`update knowledge_pieces p set state = 'made', qna_id = m.qna
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (n int, qna text)
    where p.document_id = ${documentId} and p.n = m.n`;
}

/** Deletes a document. The Q&As that were made from it stay. @returns false when there is none */
export async function dropDocument(tx: Tx, id: string): Promise<boolean> {
  return await hasRow(tx)`with dropped as (delete from knowledge_documents where id = ${id} returning file_id),
      freed as (insert into freed_files (file_id) select file_id from dropped on conflict do nothing)
    select from dropped`;
}

/** Returns where the bytes of a document are. */
export async function documentBytes(db: Db, id: string): Promise<Attachment | undefined> {
  return await firstRow<Attachment>(db)`
    select d.name, f.mime, f.size, f.path from knowledge_documents d join files f on f.id = d.file_id
     where d.id = ${id}`;
}
