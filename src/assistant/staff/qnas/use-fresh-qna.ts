import { useCallback, useState } from 'react';
import type { Api } from '../../../net/http.ts';
import { readQna } from '../calls/qnas.ts';
import { useRemote } from '../../../shell/remote/remote.ts';

/** Reads a Q&A from the server each time a dialog opens: an edit starts from the newest version. */
export function useFreshQna(id: string) {
  const [opening] = useState(() => crypto.randomUUID());
  const call = useCallback((api: Api) => readQna(api, id), [id]);
  return useRemote(`qna ${id} ${opening}`, call);
}
