import { limits } from '#domain/limits.ts';
import type { OwnFilesReply, QuotasReply } from '#domain/protocol/own.ts';
import type { Api } from './http.ts';
import type { UploadApi } from './uploads.ts';

/** Files that a user stores on the server. */

export type OwnFile = OwnFilesReply['items'][number];

/** Returns the user's newest files. */
export function ownFiles(api: Api): Promise<OwnFilesReply> {
  return api.json({ path: `/users/files?limit=${limits.pageRowsMost}` });
}

/** Returns the used part of each quota. */
export function usedQuotas(api: Api): Promise<QuotasReply> {
  return api.json({ path: '/users/me/quotas' });
}

/** Uploads a file in chunks and adds it to the user's files. @param progress called with the bytes sent so far */
export async function keepFile(
  api: Api,
  door: UploadApi,
  file: File,
  progress: (sent: number) => void,
): Promise<OwnFile> {
  return api.json({ path: '/users/files', body: { upload_id: await sendFile(door, file, progress) } });
}

/** Uploads a file in chunks. @param progress called with the bytes sent so far. @returns the id of the upload */
export async function sendFile(door: UploadApi, file: File, progress: (sent: number) => void): Promise<string> {
  const sha256 = await hashOf(file);
  const url = await door.create({ sha256, name: file.name, mime: file.type, size: file.size });
  for (let offset = 0; offset < file.size; progress(offset)) {
    offset = await door.send(url, offset, file.slice(offset, offset + limits.uploadChunkBytes));
  }
  return url.slice(url.lastIndexOf('/') + 1);
}

export function deleteOwnFile(api: Api, id: string): Promise<void> {
  return api.json({ method: 'DELETE', path: `/users/files/${id}` });
}

async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
