import type { Api } from './http.ts';

/** The bytes of an attachment, by the id of its use in a message. */
export async function downloadFile(api: Api, fileId: string): Promise<Blob> {
  const response = await api.raw({ path: `/files/${encodeURIComponent(fileId)}` });
  return await response.blob();
}
