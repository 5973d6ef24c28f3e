import { DAY } from '#domain/ground/units.ts';
import { sql } from 'kysely';
import type { User } from '#domain/account/users.ts';
import { ago, asWire } from '../../database/moments.ts';
import { lockQuotas, refuseOverfull } from '../../session/quotas.ts';
import type { OwnFilesReply } from '#domain/spine/wire/own.ts';
import { countWritten, type Db, firstRow, hasRow, type Tx } from '../../database/db.ts';
import { type Page, type Paged, readPage } from '../../database/page.ts';

export interface Attachment {
  name: string;
  mime: string;
  size: number;
  path: string;
}

/** Users' own files; they share their bytes with attachments. */

export type OwnFile = Omit<OwnFilesReply['items'][number], 'url'>;

/** Whether an upload became a stored file already. Its bytes then were checked. */
export async function isUploadStored(
  db: Db,
  upload: { id: string; uploader: string; sha256: string },
): Promise<boolean> {
  return await hasRow(db)`select from files
     where uploader = ${upload.uploader} and sha256 = ${upload.sha256} and path = ${upload.id}`;
}

/** Records which stored file an upload became, so that its user can assign it a purpose. */
export async function noteUpload(
  db: Db,
  upload: { id: string; uploader: string; sha256: string; name: string },
): Promise<void> {
  await sql`insert into finished_uploads (id, uploader, file_id, name)
    select ${upload.id}, f.uploader, f.id, ${upload.name} from files f
     where f.uploader = ${upload.uploader} and f.sha256 = ${upload.sha256}
    on conflict do nothing`.execute(db);
}

/** Takes a finished upload for its purpose. @returns its file; undefined when this user has no such upload */
export async function takeUpload(
  tx: Tx,
  uploader: string,
  id: string,
): Promise<{ name: string; size: number; mime: string; sha256: string } | undefined> {
  return await firstRow<{ name: string; size: number; mime: string; sha256: string }>(tx)`
    with upload as (delete from finished_uploads where id = ${id} and uploader = ${uploader} returning file_id, name)
    select u.name, f.size, f.mime, f.sha256 from upload u join files f on f.id = u.file_id`;
}

/**
 * Stores a finished upload as an own file; idempotent.
 * @param factor multiplies every quota
 * @returns undefined when this user has no such upload
 * @throws QUOTA_EXCEEDED when it exceeds the quota
 */
export async function keepOwnFile(tx: Tx, user: User, uploadId: string, factor: number): Promise<OwnFile | undefined> {
  const owner = user.id;
  // A concurrent transaction then sees what this one has stored.
  await lockQuotas(tx, user);
  const kept = await ownFile(tx, owner, uploadId);
  if (kept !== undefined) return kept;
  await refuseOverfull(tx, user, { ownFiles: 1 }, factor);
  await sql`with upload as (
      delete from finished_uploads where id = ${uploadId} and uploader = ${owner} returning id, file_id, name
    )
    insert into own_files (id, owner, file_id, name) select id, ${owner}, file_id, name from upload`.execute(tx);
  return await ownFile(tx, owner, uploadId);
}

async function ownFile(tx: Tx, owner: string, id: string): Promise<OwnFile | undefined> {
  return await firstRow<OwnFile>(tx)`
    select ${columns} from ${tables} where o.id = ${id} and o.owner = ${owner}`;
}

/** Returns a user's own files, newest first. */
export async function ownFiles(db: Db, owner: string, page: Page): Promise<Paged<OwnFile>> {
  const list = {
    columns,
    from: sql`own_files where owner = ${owner}`,
    tables: sql`${tables} where o.owner = ${owner}`,
    order: sql`o.created_at desc, o.id`,
  };
  return await readPage(db, list, page);
}

/** Returns where the bytes of an own file are; undefined for other users. */
export async function ownBytes(db: Db, owner: string, id: string): Promise<Attachment | undefined> {
  return await firstRow<Attachment>(db)`
    select o.name, f.mime, f.size, f.path from own_files o join files f on f.id = o.file_id
     where o.id = ${id} and o.owner = ${owner}`;
}

/** Deletes an own file. Its bytes are deleted when nothing else refers to them. @returns false when there is none */
export async function dropOwnFile(tx: Tx, owner: string, id: string): Promise<boolean> {
  return await hasRow(tx)`with dropped as (
      delete from own_files where id = ${id} and owner = ${owner} returning file_id
    ), freed as (
      insert into freed_files (file_id) select file_id from dropped on conflict do nothing
    )
    select from dropped`;
}

/** Deletes records of uploads without a purpose after a day; they are then used by messages only. */
export async function forgetFinishedUploads(db: Db): Promise<number> {
  return await countWritten(db)`delete from finished_uploads where at < ${ago(DAY)}`;
}

const columns = sql`o.id, o.name, f.size, f.mime, ${asWire('o.created_at')} as created_at`;
const tables = sql`own_files o join files f on f.id = o.file_id`;
