import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { attachmentTypeOf, attachmentBytes } from '#domain/ground/attachments.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { hasTooManyParts, isPictureTooLarge } from '#domain/ground/picture-size.ts';
import { actorOf } from '../session/users.ts';
import { lockQuotas, refuseOverfull } from '../session/quotas.ts';
import { cutText } from '#domain/ground/text.ts';
import { forbiddenPart, tooManyParts, typeOfFile } from './file-type.ts';
import { slicesOf } from './slices.ts';
import { type Db, hasRow } from '../database/db.ts';
import { transactionInTurn } from '../database/in-turn.ts';

/** Uploaded files: each has a random name in one folder, and a row with its owner and hash. */

export interface StoredFile {
  sha256: string;
  size: number;
  mime: string;
}

/** Rules for accepted files: their types by name, and the largest size in bytes. */
export interface FileRules {
  typeOf: (name: string) => string | undefined;
  most: number;
}

/** Files must be smaller than their limit. */
export const attachmentRules: FileRules = { typeOf: attachmentTypeOf, most: attachmentBytes - 1 };
export const reportRules: FileRules = { typeOf: attachmentTypeOf, most: orderLimits.reportBytes - 1 };

/**
 * Checks and stores a file. Bytes that the user has stored before are stored once.
 * @param factor factor of all quotas
 */
export async function keepFile(
  db: Db,
  folder: string,
  uploader: string,
  name: string,
  bytes: Buffer,
  factor = 1,
): Promise<StoredFile> {
  const file = await checkedFile(name, bytes, attachmentRules);
  const path = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, path), bytes, { flush: true, mode: 0o600 });
  let isNew = false;
  try {
    isNew = await recordFile(db, uploader, { ...file, path }, factor);
  } finally {
    if (!isNew) await rm(join(folder, path), { force: true });
  }
  return file;
}

/**
 * Checks a file that is in the folder already, and records it.
 * @returns whether the bytes were new; otherwise the file in the folder is not needed
 */
export async function adoptFile(
  db: Db,
  folder: string,
  upload: { id: string; uploader: string; path: string; name: string; sha256: string; rules: FileRules },
  factor = 1,
): Promise<boolean> {
  const file = await checkedFile(upload.name, await readFile(join(folder, upload.path)), upload.rules);
  if (file.sha256 !== upload.sha256) throw new Refusal('HASH_MISMATCH');
  return recordFile(db, upload.uploader, { ...file, path: upload.path, upload: upload.id }, factor);
}

async function checkedFile(name: string, bytes: Buffer, { typeOf, most }: FileRules): Promise<StoredFile> {
  if (bytes.length > most) throw new Refusal('FILE_TOO_LARGE');
  if (bytes.length === 0) throw new Refusal('FILE_EMPTY');
  const sha256 = await hashOf(bytes);
  const mime = await typeOfFile(typeOf(name), bytes);
  if (mime === undefined) throw await typeRefusal(typeOf(name), bytes);
  // A kilobyte may decode to gigabytes on every device that shows it.
  if (mime.startsWith('image/') && isPictureTooLarge(bytes)) throw sizeRefusal(bytes);
  return { sha256, size: bytes.length, mime };
}

async function hashOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for await (const slice of slicesOf(bytes)) hash.update(slice);
  return hash.digest('hex');
}

/** Returns the refusal of a picture by its size, which may follow after more parts than are looked at. */
function sizeRefusal(bytes: Buffer): Refusal {
  if (!hasTooManyParts(bytes)) return new Refusal('IMAGE_TOO_LARGE');
  const text = 'This picture has too many parts for its size to be read. Save it as a new PNG or JPEG, then send that.';
  return new Refusal('IMAGE_TOO_LARGE', { what: tooManyParts }, text);
}

/** Returns the refusal of a file by its type: for an Office file, with the part that is not accepted. */
async function typeRefusal(expected: string | undefined, bytes: Buffer): Promise<Refusal> {
  const found = await forbiddenPart(expected, bytes);
  if (found?.what === tooManyParts) {
    const text =
      'This file has too many parts to be checked. Save it as a PDF or split it into several files, then send those.';
    return new Refusal('FILE_TYPE', { what: tooManyParts }, text);
  }
  // A file that is no Office file at all has no part either.
  if (found === undefined || found.part === '') return new Refusal('FILE_TYPE');
  const { part, what } = found;
  const name = cutText(part, 100, '…');
  return new Refusal(
    'FILE_TYPE',
    { part: name, what },
    `This file contains ${what} (${name}), which are not accepted. Save a copy without them, then send that.`,
  );
}

/** Records a stored file. @throws QUOTA_EXCEEDED */
async function recordFile(
  db: Db,
  uploader: string,
  file: StoredFile & { path: string; upload?: string | undefined },
  factor: number,
): Promise<boolean> {
  return await transactionInTurn(db, { user: uploader, kind: 'files' }, async (tx) => {
    const user = await actorOf(tx, uploader);
    if (user === undefined) throw new Refusal('UNAUTHORIZED');
    await lockQuotas(tx, user);
    // It is no longer a pending upload.
    if (file.upload !== undefined) await sql`delete from pending_uploads where id = ${file.upload}`.execute(tx);
    const known = await sql<{ path: string }>`
      select path from files where uploader = ${uploader} and sha256 = ${file.sha256}`.execute(tx);
    const [stored] = known.rows;
    // If the same upload is recorded twice, its bytes are those that are stored.
    if (stored !== undefined) return stored.path === file.path;
    await refuseOverfull(tx, user, { files: 1, fileBytes: file.size }, factor);
    return await hasRow(tx)`
      insert into files (id, uploader, company_id, sha256, size, mime, path)
      values (${randomUUID()}, ${uploader}, ${user.company_id}, ${file.sha256}, ${file.size}, ${file.mime}, ${file.path})
      on conflict (uploader, sha256) do nothing returning id`;
  });
}
