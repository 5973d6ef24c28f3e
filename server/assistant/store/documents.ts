import { sql } from 'kysely';
import type { Section } from '#domain/assistant/knowledge/qna/sections.ts';
import type { Attachment } from '../../files/store/own-files.ts';
import { asWire } from '../../database/moments.ts';
import { countWritten, type Db, firstRow, hasRow, rowsOf, type Tx } from '../../database/db.ts';

/** Documents from which experts make Q&As, see migration 0087. */

export interface KnowledgeDocument {
  id: string;
  name: string;
  size: number;
  mime: string;
  large: string;
  medium: string;
  addedAt: string;
  /** Name of who added it; null for accounts that are gone. */
  addedBy: string | null;
  /** Null until it was read. */
  pages: number | null;
  /** Why it has no text. */
  problem: string | null;
  /** Pieces by their state. */
  open: number;
  made: number;
  leftOut: number;
}

/** A piece of a document. */
export interface Piece {
  n: number;
  page: string;
  question: string;
  answer: string;
  state: 'open' | 'made' | 'left_out';
  /** The Q&A that was made from it. */
  qnaId: string | null;
}

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
export async function readDocuments(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ items: KnowledgeDocument[]; total: number }> {
  const rows = await rowsOf<KnowledgeDocument>(db)`${selected} order by d.added_at desc, d.id
    limit ${limit} offset ${(page - 1) * limit}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from knowledge_documents`.execute(db);
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function readDocument(db: Db | Tx, id: string): Promise<KnowledgeDocument | undefined> {
  return await firstRow<KnowledgeDocument>(db)`${selected} where d.id = ${id}`;
}

const selected = sql`
  select d.id, d.name, f.size::float8 as size, f.mime, d.large, d.medium, ${asWire('d.added_at')} as "addedAt",
         u.display_name as "addedBy", d.pages, d.problem, p.open, p.made, p."leftOut"
    from knowledge_documents d
    join files f on f.id = d.file_id
    left join users u on u.id = d.added_by
    cross join lateral (
      select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'made')::int as made,
             count(*) filter (where state = 'left_out')::int as "leftOut"
        from knowledge_pieces where document_id = d.id
    ) p`;

/** Returns the pieces of a document in its order; with numbers, only those. */
export async function readPieces(db: Db | Tx, documentId: string, numbers?: readonly number[]): Promise<Piece[]> {
  const which = numbers === undefined ? sql`true` : sql`n = any(${numbers}::int[])`;
  return await rowsOf<Piece>(db)`
    select n, page, question, answer, state, qna_id as "qnaId"
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
