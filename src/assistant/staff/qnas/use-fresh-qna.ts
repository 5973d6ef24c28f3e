import { useCallback, useState } from 'react';
import type { Api } from '../../../net/http.ts';
import { useRemote } from '../../../shell/remote/remote.ts';
import { call } from '../../../net/call.ts';

/** Reads a Q&A from the server each time a dialog opens: an edit starts from the newest version. */
export function useFreshQna(id: string) {
  const [opening] = useState(() => crypto.randomUUID());
  const read = useCallback((api: Api) => call(api, 'GET /qnas/:id', { params: { id } }), [id]);
  return useRemote(`qna ${id} ${opening}`, read);
}
