import { useCallback, useEffect, useState } from 'react';
import { failureKindOf, type FailureKind, Refused } from '../../net/errors.ts';
import type { Api } from '../../net/http.ts';
import { useOptionalSession } from '../../session/session-context.tsx';

/** What a screen shows of something that only the server knows: the newest answer, or what was last seen of it. */
export interface Remote<T> {
  value: T | undefined;
  /** When `value` was true; for display only. */
  seenAt: number | undefined;
  /** Why the newest try failed; `value` is of an earlier one then. */
  failure: RemoteFailure | undefined;
  reload: () => void;
}

export interface RemoteFailure {
  kind: FailureKind;
  requestId: string | undefined;
}

/** Answers by whose they are and name: they are kept as long as the page, and no other user of the device sees them. */
const seen = new WeakMap<Api, Map<string, { value: unknown; at: number }>>();

/**
 * Calls the server when the screen opens, when `name` changes, when the network returns and when asked to.
 * @param name what the answer is, such as `devices`: remembered under it while the page lives
 * @param call the same function each time, or it is called anew
 * @param given in whose name; the person's who is signed in unless said otherwise
 */
export function useRemote<T>(name: string, call: (api: Api) => Promise<T>, given?: Api): Remote<T> {
  const session = useOptionalSession();
  const whose = given ?? session?.api;
  if (whose === undefined) throw new Error('Nobody is signed in: say in whose name this is asked.');
  const api: Api = whose;
  const [tries, setTries] = useState(0);
  /** Which try has ended, and how it failed if it did. */
  const [ended, setEnded] = useState<{ of: string; failure: RemoteFailure | undefined }>();
  const reload = useCallback(() => setTries((count) => count + 1), []);
  const current = `${name} ${tries}`;
  useEffect(() => {
    let left = false;
    async function read(): Promise<RemoteFailure | undefined> {
      try {
        remember(api, name, await call(api));
        return undefined;
      } catch (error) {
        return failureOf(error);
      }
    }
    void read().then((failure) => left || setEnded({ of: current, failure }));
    return () => {
      left = true;
    };
  }, [api, name, call, current]);
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [reload]);
  const last = seen.get(api)?.get(name);
  return {
    value: last?.value as T | undefined,
    seenAt: last?.at,
    // While another try is under way, what is known of the last one of the same thing stands.
    failure: ended?.of.startsWith(`${name} `) === true ? ended.failure : undefined,
    reload,
  };
}

function remember(api: Api, name: string, value: unknown): void {
  const mine = seen.get(api) ?? new Map<string, { value: unknown; at: number }>();
  seen.set(api, mine.set(name, { value, at: Date.now() }));
}

/** A failed call in the three ways a screen speaks of it. */
export function failureOf(error: unknown): RemoteFailure {
  return { kind: failureKindOf(error), requestId: error instanceof Refused ? error.requestId : undefined };
}
