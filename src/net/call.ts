import type { RouteArguments, RouteKey, RouteReply } from '#domain/routes.ts';
import type { Api, Call } from './http.ts';
import { silenceMs } from './deadlines.ts';

/** Calls of our API by route, typed by the schemas with which the server registers the same route. */

type Limits = Pick<Call, 'timeoutMs' | 'silenceMs' | 'signal'>;

/** Arguments of a call of a route; optional where nothing is required. */
export type CallArguments<K extends RouteKey> = RouteArguments<K, Limits>;

interface RequestParts extends Limits {
  params?: Readonly<Record<string, string | number>>;
  query?: string | Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  /** Idempotency key: sent again, the call has its first effect and reply. */
  key?: string;
}

/** Calls a route. @returns the reply; nothing for a route without content @throws Unreachable, Refused or SignedOut */
export function call<K extends RouteKey>(api: Api, route: K, ...given: CallArguments<K>): Promise<RouteReply<K>>;
export function call(api: Api, route: string, given: RequestParts = {}): Promise<unknown> {
  return api.json(callOf(route, given));
}

/** Returns a function that calls a route, with a query if it is given one. Hooks need the same function each time. */
export function reading<K extends RouteKey>(route: K): (api: Api, query?: string) => Promise<RouteReply<K>>;
export function reading(route: string) {
  return (api: Api, query = ''): Promise<unknown> => api.json(callOf(route, { query }));
}

/** Returns the bytes of a route's reply. It may take as long as it needs while bytes arrive. */
export function download<K extends RouteKey>(api: Api, route: K, ...given: CallArguments<K>): Promise<Blob>;
export function download(api: Api, route: string, given: RequestParts = {}): Promise<Blob> {
  return bytesOf(api, callOf(route, given));
}

/** Returns the bytes at a path that a reply has named. @param type their media type; by default that of the reply */
export async function downloadFrom(api: Api, path: string, type?: string): Promise<Blob> {
  const bytes = await bytesOf(api, { path });
  return type === undefined ? bytes : new Blob([bytes], { type });
}

async function bytesOf(api: Api, asked: Call): Promise<Blob> {
  return await (await api.raw({ ...asked, silenceMs })).blob();
}

function callOf(route: string, { params = {}, query = {}, key, ...rest }: RequestParts): Call {
  const [method, pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = typeof query === 'string' ? query : searchOf(query);
  return {
    ...rest,
    method: method as NonNullable<Call['method']>,
    path: asked === '' ? path : `${path}?${asked}`,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  };
}

function searchOf(query: Exclude<RequestParts['query'], string | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return new URLSearchParams(given).toString();
}
