import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '#domain/errors.ts';
import { limits } from '#domain/limits.ts';
import { typeOfFile } from './file-type.ts';

/** Bytes people brought, each under a random name in one folder; a row says whose they are and what they hash to. */

type Db = Kysely<unknown>;

export interface StoredFile {
  sha256: string;
  size: number;
  mime: string;
}

/** Checks and keeps the bytes of one file. Bringing the same bytes again keeps one copy. */
export async function keepFile(
  db: Db,
  folder: string,
  uploader: string,
  name: string,
  bytes: Buffer,
): Promise<StoredFile> {
  const file = await checkedFile(name, bytes);
  const path = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, path), bytes, { flush: true, mode: 0o600 });
  const isNew = await recordFile(db, uploader, path, file);
  if (!isNew) await rm(join(folder, path), { force: true });
  return file;
}

/**
 * Checks a file that already lies in the folder, and records it.
 * @returns whether these bytes were new; when not, the file in the folder is not needed
 */
export async function adoptFile(
  db: Db,
  folder: string,
  upload: { uploader: string; path: string; name: string; sha256: string },
): Promise<boolean> {
  const file = await checkedFile(upload.name, await readFile(join(folder, upload.path)));
  if (file.sha256 !== upload.sha256) throw new Refusal('HASH_MISMATCH');
  return recordFile(db, upload.uploader, upload.path, file);
}

async function checkedFile(name: string, bytes: Buffer): Promise<StoredFile> {
  if (bytes.length >= limits.attachmentBytes) throw new Refusal('FILE_TOO_LARGE');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const mime = await typeOfFile(name, bytes);
  if (mime === undefined) throw new Refusal('FILE_TYPE');
  return { sha256, size: bytes.length, mime };
}

async function recordFile(db: Db, uploader: string, path: string, file: StoredFile): Promise<boolean> {
  const { rows } = await sql`
    insert into files (id, uploader, sha256, size, mime, path)
    values (${randomUUID()}, ${uploader}, ${file.sha256}, ${file.size}, ${file.mime}, ${path})
    on conflict (uploader, sha256) do nothing returning id`.execute(db);
  return rows.length === 1;
}
