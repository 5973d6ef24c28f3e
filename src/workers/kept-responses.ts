import { atMost } from './patience.ts';

/** The service worker's caches besides the precache: files with hashed names, and the texts of languages. */

/** Time-out for the cache, which must not block the page: in some browsers it hangs after a crash. */
const patienceMs = 3000;

/** Awaits a look-up in a cache. @returns undefined when it finds nothing, fails or hangs */
export async function unlessItHangs(lookUp: Promise<Response | undefined>): Promise<Response | undefined> {
  return atMost(
    patienceMs,
    lookUp.catch(() => undefined),
  );
}

/** For files whose names change with their content: returns the cached response, else fetches and caches it. */
export async function keptOrFetched(cacheName: string, request: Request): Promise<Response> {
  return (await unlessItHangs(caches.match(request, { cacheName }))) ?? fetchAndKeep(cacheName, request);
}

/** Returns the cached response at once and renews it in the background; without one, waits for the network. */
export async function keptAndRenewed(
  cacheName: string,
  request: Request,
  renewal: (work: Promise<unknown>) => void,
): Promise<Response> {
  const fetched = fetchAndKeep(cacheName, request);
  const kept = await unlessItHangs(caches.match(request, { cacheName }));
  if (kept === undefined) return fetched;
  renewal(fetched.catch(() => undefined));
  return kept;
}

/** Fetches a request, and caches the response if `mayBeKept`. */
export async function fetchAndKeep(cacheName: string, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (mayBeKept(request, response)) await keep(cacheName, request, response.clone()).catch(() => undefined);
  return response;
}

/**
 * Whether a response may be cached: not if it needed a session, is of another origin, was redirected, or is a captive
 * portal's page.
 */
export function mayBeKept(request: Request, response: Response): boolean {
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

const mostKept = 150;

async function keep(cacheName: string, request: Request, response: Response): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - mostKept))) await cache.delete(oldest);
}
