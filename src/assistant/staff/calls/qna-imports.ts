import type {
  CommitReply,
  ImportChoice,
  ImportReply,
  ImportsReply,
  UndoReply,
} from '#domain/assistant/wire/qna-imports.ts';
import { deviceId } from '../../../net/device-id.ts';
import { SignedOut } from '../../../net/errors.ts';
import { type Api, createApi } from '../../../net/http.ts';
import { fetchWithProgress } from './progress.ts';
import { storedToken } from '../../../net/stored-session.ts';
import { silenceMs } from '../../../net/deadlines.ts';

/** Imports of Q&As, for staff who may change the knowledge base. All throw Unreachable, Refused or SignedOut. */

const path = '/qnas/imports';

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
    return await sender.json({ method: 'POST', path, form, signal });
  } catch (error) {
    // The session's own client reports that it has ended.
    if (error instanceof SignedOut) await api.json({ path });
    throw error;
  }
}

/** Returns an import as it is now. */
export function readImport(api: Api, id: string): Promise<ImportReply> {
  return api.json({ path: `${path}/${id}` });
}

/** Checks the file again, with another sheet or other fields of its columns. */
export function chooseImport(api: Api, id: string, choice: ImportChoice): Promise<ImportReply> {
  return api.json({ method: 'PUT', path: `${path}/${id}`, body: choice });
}

/** Imports the rows. @param key idempotency key: sent again, the call has its first effect and reply */
export function commitImport(api: Api, id: string, rows: 'all' | 'valid', key: string): Promise<CommitReply> {
  return api.json({
    method: 'POST',
    path: `${path}/${id}/commit`,
    body: { rows },
    headers: { 'idempotency-key': key },
  });
}

/** Undoes an import. @param key as for the import */
export function undoImport(api: Api, id: string, key: string): Promise<UndoReply> {
  return api.json({ method: 'POST', path: `${path}/${id}/undo`, headers: { 'idempotency-key': key } });
}

/** Returns the imports that were committed, the newest first. */
export function pastImports(api: Api): Promise<ImportsReply> {
  return api.json({ path });
}

/** Returns the example file, QA_format.xlsx. */
export async function exampleFile(api: Api): Promise<Blob> {
  return await (await api.raw({ path: `${path}/example`, silenceMs })).blob();
}

/** Returns all Q&As as an Excel file that can be imported again. */
export async function allQnasFile(api: Api): Promise<Blob> {
  return await (await api.raw({ path: '/qnas/xlsx', silenceMs })).blob();
}
