import { sql } from 'kysely';
import type { FileText } from '#domain/ground/file-text.ts';
import { ago } from '../../database/moments.ts';
import { type Db, rowsOf } from '../../database/db.ts';
import { HOUR } from '#domain/ground/units.ts';

/** A file that could not be read is tried again after this time: the cause may have been the server. */
const fileTextAgainMs = 1 * HOUR;

/** The stored texts of files. */

export interface FileToRead {
  id: string;
  sha256: string;
  mime: string;
  size: number;
  path: string;
  /** Text from an earlier reading of the same content; null when it is to be read. */
  text: FileText | null;
}

/** Returns the files of these hashes that the user has uploaded, with their texts. */
export async function filesToRead(db: Db, uploader: string, hashes: readonly string[]): Promise<FileToRead[]> {
  return await rowsOf<FileToRead>(db)`
    select f.id, f.sha256, f.mime, f.size::float8 as size, f.path, known.text
      from files f
      left join lateral (
        select t.text from files same join file_texts t on t.file_id = same.id
         where same.sha256 = f.sha256
           and (t.text ->> 'problem' is null or t.read_at > ${ago(fileTextAgainMs)})
         order by t.read_at desc limit 1
      ) known on true
     where f.uploader = ${uploader} and f.sha256 = any(${hashes}::text[])`;
}

/** Stores the text of a file, if the file still exists. */
export async function keepFileText(db: Db, fileId: string, text: FileText): Promise<void> {
  await sql`insert into file_texts (file_id, text)
    select id, ${JSON.stringify(text)}::json from files where id = ${fileId} for key share
    on conflict (file_id) do update set text = excluded.text, read_at = now()`.execute(db);
}
