import type { OwnFilesReply, QuotasReply } from '#domain/spine/wire/own.ts';
import type { Api } from '../../net/http.ts';
import { sendFile, type UploadApi } from '../../net/uploads.ts';
import { pageRowsMost } from '#domain/ground/page-rows.ts';

/** Files that a user stores on the server. */

export type OwnFile = OwnFilesReply['items'][number];

/** Returns the user's newest files. */
export function ownFiles(api: Api): Promise<OwnFilesReply> {
  return api.json({ path: `/users/files?limit=${pageRowsMost}` });
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

export function deleteOwnFile(api: Api, id: string): Promise<void> {
  return api.json({ method: 'DELETE', path: `/users/files/${id}` });
}
