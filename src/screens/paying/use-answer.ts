import { useEffect, useState } from 'react';
import { Unreachable } from '../../net/errors.ts';
import type { Api } from '../../net/http.ts';

/** Something only the server knows, as a screen shows it: the newest answer, or why there is none. */
export interface Answer<T> {
  value: T | undefined;
  failure: 'unreachable' | 'busy' | 'refused' | undefined;
  ask: () => void;
}

/**
 * Asks the server when the screen opens, when the network returns and when told to; what was answered stays meanwhile.
 * @param call the same function each time
 */
export function useAnswer<T>(api: Api, call: (api: Api) => Promise<T>): Answer<T> {
  const [tries, setTries] = useState(0);
  const [known, setKnown] = useState<Pick<Answer<T>, 'value' | 'failure'>>({ value: undefined, failure: undefined });
  useEffect(() => {
    let left = false;
    call(api).then(
      (value) => left || setKnown({ value, failure: undefined }),
      (error: unknown) => left || setKnown(({ value }) => ({ value, failure: failureOf(error) })),
    );
    return () => {
      left = true;
    };
  }, [api, call, tries]);
  const [ask] = useState(() => () => setTries((count) => count + 1));
  useEffect(() => {
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [ask]);
  return { ...known, ask };
}

function failureOf(error: unknown): NonNullable<Answer<unknown>['failure']> {
  if (!(error instanceof Unreachable)) return 'refused';
  return error.status === undefined ? 'unreachable' : 'busy';
}
