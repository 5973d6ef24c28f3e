import { download } from '../../../net/call.ts';
import type { Api } from '../../../net/http.ts';

/** Returns a file with all columns of the Q&As that fit, or of the chosen ones. */
export async function qnaFile(api: Api, query: string, chosen: readonly { id: string }[]): Promise<Blob> {
  const which = chosen.length === 0 ? query : `ids=${chosen.map(({ id }) => id).join(',')}`;
  return await download(api, 'GET /qnas/csv', { query: which });
}
