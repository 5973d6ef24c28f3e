import type { ImportReply } from '#domain/assistant/wire/qna-imports.ts';
import { deviceId } from '../../../net/device-id.ts';
import { SignedOut } from '../../../net/errors.ts';
import { type Api, createApi } from '../../../net/http.ts';
import { storedToken } from '../../../net/stored-session.ts';
import { call } from '../../../net/call.ts';
import { fetchWithProgress } from './progress.ts';

/**
 * Sends a file to be checked. Nothing is imported yet.
 * @param progress called with the share of the file that was sent, from 0 to 1
 */
export async function checkImport(
  api: Api,
  file: File,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<ImportReply> {
  const form = new FormData();
  form.append('file', file, file.name);
  const sender = createApi({ token: storedToken, deviceId, fetch: fetchWithProgress(progress) });
  try {
    return await sender.json({ method: 'POST', path: '/qnas/imports', form, signal });
  } catch (error) {
    // The session's own client reports that it has ended.
    if (error instanceof SignedOut) await call(api, 'GET /qnas/imports');
    throw error;
  }
}
