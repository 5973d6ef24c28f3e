import type { BlobRow, UserDb } from './schema.ts';

/** The bytes of attachments on this device, by what they are: the same file attached twice is kept once. */

/** A file as it is kept until it is uploaded. */
export async function keepable(file: File): Promise<BlobRow> {
  const bytes = await file.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // A copy: the file on disk may change or go before it is uploaded.
  const copy = new Blob([bytes], { type: file.type });
  return { sha256, bytes: copy, name: file.name, mime: file.type, size: file.size, uploadUrl: null, uploaded: false };
}

/** The bytes under this hash, if the device still has them. */
export async function blobOf(db: UserDb, sha256: string): Promise<Blob | undefined> {
  const row = await db.transaction('r!', db.blobs, async () => db.blobs.get(sha256));
  return row?.bytes;
}

/** Whether a dependency names bytes rather than a command: a hash is 64 hex digits, an id is not. */
export function isBlobHash(dep: string): boolean {
  return dep.length === 64;
}
