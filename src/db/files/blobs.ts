import type { BlobRow, UserDb } from '../schema.ts';

/** Bytes of attachments on this device, by their SHA-256: a file that is attached twice is stored once. */

/** Returns the row in which a file is stored until it is uploaded. */
export async function blobRowOf(file: File): Promise<BlobRow> {
  const bytes = await file.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // A copy, because the file on the disk may change or disappear before the upload.
  const copy = new Blob([bytes], { type: file.type });
  return { sha256, bytes: copy, name: file.name, mime: file.type, size: file.size, uploadUrl: null, uploaded: false };
}

/** Returns the bytes with this hash, if the device has them. */
export async function blobOf(db: UserDb, sha256: string): Promise<Blob | undefined> {
  const row = await db.transaction('r!', db.blobs, async () => db.blobs.get(sha256));
  return row?.bytes;
}

/** Keeps a file of the server on this device. One that is here already stays as it is. */
export async function keepBlob(db: UserDb, file: Pick<BlobRow, 'sha256' | 'name' | 'mime' | 'size'>, bytes: Blob) {
  const { sha256, name, mime, size } = file;
  const row: BlobRow = { sha256, bytes, name, mime, size, uploadUrl: null, uploaded: false, kept: true };
  await db.transaction('rw!', db.blobs, async () => {
    if ((await db.blobs.get(sha256)) === undefined) await db.blobs.put(row);
  });
}

/** Whether a dependency is a file rather than a command: hashes have 64 hex digits, ids are UUIDs. */
export function isBlobHash(dep: string): boolean {
  return dep.length === 64;
}
