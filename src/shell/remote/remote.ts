import { useCallback, useEffect, useState } from 'react';
import type { RouteKey, RouteReply } from '#domain/routes.ts';
import { call, type CallArguments } from '../../net/call.ts';
import { failureKindOf, type FailureKind, Refused } from '../../net/errors.ts';
import type { Api } from '../../net/http.ts';
import { useOptionalSession } from '../../session/session-context.tsx';

/** Data that only the server has: the newest reply, or the last known one. */
export interface Remote<T> {
  value: T | undefined;
  /** Time at which `value` was received, in ms since 1970; for display only. */
  seenAt: number | undefined;
  /** Reason why the last call failed; `value` is then of an earlier one. */
  failure: RemoteFailure | undefined;
  reload: () => void;
}

export interface RemoteFailure {
  kind: FailureKind;
  requestId: string | undefined;
}

/** Replies by API client and name. They are in memory only, and separate for each user. */
const seen = new WeakMap<Api, Map<string, { value: unknown; at: number }>>();

/**
 * Calls the server when the screen opens, when `name` changes, when the network is back, and on request.
 * @param name name of the data, such as `devices`, under which the last reply is kept in memory
 * @param ask must be stable; a new function is called again
 * @param given API client; by default that of the signed-in user
 * @throws Error when there is neither a client nor a session
 */
export function useRemote<T>(name: string, ask: (api: Api) => Promise<T>, given?: Api): Remote<T> {
  const session = useOptionalSession();
  const whose = given ?? session?.api;
  if (whose === undefined) throw new Error('Nobody is signed in: say in whose name this is asked.');
  const api: Api = whose;
  const [tries, setTries] = useState(0);
  /** The last ended call, and its failure. */
  const [ended, setEnded] = useState<{ of: string; failure: RemoteFailure | undefined }>();
  const reload = useCallback(() => setTries((count) => count + 1), []);
  const current = `${name} ${tries}`;
  useEffect(() => {
    let left = false;
    async function read(): Promise<RemoteFailure | undefined> {
      try {
        remember(api, name, await ask(api));
        return undefined;
      } catch (error) {
        return remoteFailureOf(error);
      }
    }
    void read().then((failure) => left || setEnded({ of: current, failure }));
    return () => {
      left = true;
    };
  }, [api, name, ask, current]);
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [reload]);
  const last = seen.get(api)?.get(name);
  return {
    value: last?.value as T | undefined,
    seenAt: last?.at,
    // During a repeated call, the last failure of the same data stays.
    failure: ended?.of.startsWith(`${name} `) === true ? ended.failure : undefined,
    reload,
  };
}

/** Like `useRemote`, for the reply of a route. */
export function useReply<K extends RouteKey>(route: K, ...given: CallArguments<K>): Remote<RouteReply<K>> {
  const text = JSON.stringify(given);
  const read = useCallback((api: Api) => call(api, route, ...(JSON.parse(text) as CallArguments<K>)), [route, text]);
  return useRemote(`${route} ${text}`, read);
}

function remember(api: Api, name: string, value: unknown): void {
  const mine = seen.get(api) ?? new Map<string, { value: unknown; at: number }>();
  seen.set(api, mine.set(name, { value, at: Date.now() }));
}

/** Returns the kind of a failure, for the texts of screens. */
export function remoteFailureOf(error: unknown): RemoteFailure {
  return { kind: failureKindOf(error), requestId: error instanceof Refused ? error.requestId : undefined };
}
