import { useCallback, useEffect, useRef, useState } from 'react';
import { failureKindOf, type FailureKind } from '../../net/errors.ts';
import type { Api } from '../../net/http.ts';

/** Something only the server knows, as a screen shows it: the newest answer, or why there is none. */
export interface Answer<T> {
  value: T | undefined;
  failure: FailureKind | undefined;
  ask: () => void;
}

/**
 * Asks the server when the screen opens, when the network returns and when told to; what was answered stays meanwhile.
 * @param call the same function each time
 */
export function useAnswer<T>(api: Api, call: (api: Api) => Promise<T>): Answer<T> {
  const [known, setKnown] = useState<Pick<Answer<T>, 'value' | 'failure'>>({ value: undefined, failure: undefined });
  const asked = useRef(0);
  const ask = useCallback(() => {
    const mine = ++asked.current;
    // An answer that has been overtaken says nothing any more.
    const isNewest = () => mine === asked.current;
    call(api).then(
      (value) => isNewest() && setKnown({ value, failure: undefined }),
      (error: unknown) => isNewest() && setKnown(({ value }) => ({ value, failure: failureKindOf(error) })),
    );
  }, [api, call]);
  useEffect(() => {
    ask();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [ask]);
  return { ...known, ask };
}
