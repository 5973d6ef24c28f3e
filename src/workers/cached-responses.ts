import { withTimeout } from './pauses.ts';

/** The service worker's caches besides the precache: files with hashed names, and the texts of languages. */

/** Time-out for the cache, which must not block the page: in some browsers it hangs after a crash. */
const cacheTimeoutMs = 3000;

/** Awaits a look-up in a cache. @returns undefined when it finds nothing, fails or hangs */
export async function withCacheTimeout(lookUp: Promise<Response | undefined>): Promise<Response | undefined> {
  return withTimeout(
    cacheTimeoutMs,
    lookUp.catch(() => undefined),
  );
}

/** For files whose names change with their content: returns the cached response, else fetches and caches it. */
export async function cachedOrFetched(cacheName: string, request: Request): Promise<Response> {
  return (await withCacheTimeout(caches.match(request, { cacheName }))) ?? fetchAndCache(cacheName, request);
}

/** Returns the cached response at once and renews it in the background; without one, waits for the network. */
export async function cachedAndRevalidated(
  cacheName: string,
  request: Request,
  renewal: (work: Promise<unknown>) => void,
): Promise<Response> {
  const fetched = fetchAndCache(cacheName, request);
  const kept = await withCacheTimeout(caches.match(request, { cacheName }));
  if (kept === undefined) return fetched;
  renewal(fetched.catch(() => undefined));
  return kept;
}

/** Fetches a request, and caches the response if `mayBeCached`. */
export async function fetchAndCache(cacheName: string, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (mayBeCached(request, response)) await keep(cacheName, request, response.clone()).catch(() => undefined);
  return response;
}

/**
 * Whether a response may be cached: not if it needed a session, is of another origin, was redirected, or is a captive
 * portal's page.
 */
export function mayBeCached(request: Request, response: Response): boolean {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  return (
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected &&
    !isPage &&
    !request.headers.has('authorization') &&
    response.headers.get('cache-control')?.includes('no-store') !== true
  );
}

/** Maximum number of responses kept in a cache; the oldest are deleted. */
const maxEntries = 150;

async function keep(cacheName: string, request: Request, response: Response): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - maxEntries))) await cache.delete(oldest);
}
