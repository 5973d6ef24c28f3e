import type { OwnFilesReply } from '#domain/spine/wire/own.ts';
import { call } from '../../net/call.ts';
import type { Api } from '../../net/http.ts';
import { sendFile, type UploadApi } from '../../net/uploads.ts';

export type OwnFile = OwnFilesReply['items'][number];

/** Uploads a file in chunks and adds it to the user's files. @param progress called with the bytes sent so far */
export async function keepFile(
  api: Api,
  door: UploadApi,
  file: File,
  progress: (sent: number) => void,
): Promise<OwnFile> {
  return call(api, 'POST /users/files', { body: { upload_id: await sendFile(door, file, progress) } });
}
