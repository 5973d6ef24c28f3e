import { sql } from 'kysely';
import { ago } from '../../database/moments.ts';
import { countWritten, type Db, valuesOf } from '../../database/db.ts';
import { DAY } from '#domain/ground/units.ts';

/** Stored files without references are deleted after this time. */
const unusedFileMs = 90 * DAY;

/**
 * Deletes the rows of freed files that no message and no user refers to any more.
 * @returns the paths of all bytes still to be deleted
 */
export async function dropFreedFiles(db: Db): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    await sql`with gone as (
        delete from files f using freed_files d
        where f.id = d.file_id and not exists (select from attachments a where a.file_id = f.id)
          and not exists (select from own_files o where o.file_id = f.id)
          and not exists (select from order_reports r where r.file_id = f.id)
          and not exists (select from knowledge_documents k where k.file_id = f.id)
        returning f.id, f.path
      )
      update freed_files d set path = gone.path from gone where d.file_id = gone.id`.execute(tx);
    await sql`delete from freed_files where path is null`.execute(tx);
    return await valuesOf<string>(tx)`select path from freed_files`;
  });
}

/** Frees files uploaded long ago that no message, own file or recent upload refers to. */
export async function freeUnusedFiles(db: Db): Promise<number> {
  return await countWritten(db)`insert into freed_files (file_id) select f.id from files f
    where f.created_at < ${ago(unusedFileMs)}
      and not exists (select from attachments a where a.file_id = f.id)
      and not exists (select from own_files o where o.file_id = f.id)
      and not exists (select from order_reports r where r.file_id = f.id)
      and not exists (select from knowledge_documents k where k.file_id = f.id)
      and not exists (select from finished_uploads u where u.file_id = f.id)
    on conflict do nothing`;
}

/** Removes the records of freed files whose bytes have been deleted. */
export async function forgetFreedFiles(db: Db, paths: readonly string[]): Promise<void> {
  await sql`delete from freed_files where path = any(${paths}::text[])`.execute(db);
}
