import type { DocumentReply } from '#domain/assistant/wire/knowledge-documents.ts';
import { call } from '../../../net/call.ts';
import type { Api } from '../../../net/http.ts';
import { sendFile, type UploadApi } from '../../../net/uploads.ts';

/** Uploads a file in chunks and adds it as a document. @param progress called with the bytes sent so far */
export async function addDocument(
  api: Api,
  door: UploadApi,
  { file, large, medium }: { file: File; large: string; medium: string },
  progress: (sent: number) => void,
): Promise<DocumentReply> {
  const upload_id = await sendFile(door, file, progress);
  const body = { upload_id, large_category: large, medium_category: medium };
  return call(api, 'POST /admin-api/knowledge_documents', { body });
}
