import type {
  DocumentPiecesReply,
  DocumentReply,
  DocumentsReply,
  MakeQnasBody,
} from '#domain/assistant/wire/knowledge-documents.ts';
import type { Api } from '../../../net/http.ts';
import { sendFile, type UploadApi } from '../../../net/uploads.ts';
import { pageRowsMost } from '#domain/ground/page-rows.ts';

/** Documents from which experts make Q&As. Calls fail with Unreachable, Refused or SignedOut. */

const base = '/admin-api/knowledge_documents';

/** Returns the newest documents. */
export function knowledgeDocuments(api: Api): Promise<DocumentsReply> {
  return api.json({ path: `${base}?limit=${pageRowsMost}` });
}

/** Returns a document with its pieces; the server reads it first if that was not done yet. */
export function documentPieces(api: Api, id: string): Promise<DocumentPiecesReply> {
  return api.json({ path: `${base}/${id}` });
}

/** Uploads a file in chunks and adds it as a document. @param progress called with the bytes sent so far */
export async function addDocument(
  api: Api,
  door: UploadApi,
  { file, large, medium }: { file: File; large: string; medium: string },
  progress: (sent: number) => void,
): Promise<DocumentReply> {
  const upload_id = await sendFile(door, file, progress);
  return api.json({ path: base, body: { upload_id, large_category: large, medium_category: medium } });
}

/** Makes Q&As of pieces. @param key idempotency key of this content */
export function makeQnas(api: Api, id: string, body: MakeQnasBody, key: string): Promise<unknown> {
  return api.json({ path: `${base}/${id}/qnas`, body, headers: { 'idempotency-key': key } });
}

export function leaveOut(api: Api, id: string, numbers: readonly number[], isLeftOut: boolean): Promise<unknown> {
  return api.json({ path: `${base}/${id}/left_out`, body: { numbers, left_out: isLeftOut } });
}

export function deleteDocument(api: Api, id: string): Promise<void> {
  return api.json({ method: 'DELETE', path: `${base}/${id}` });
}
