import { atMost } from './patience.ts';

/** The service worker's own caches beside the precache: files under hashed names, and the texts of languages. */

/** A cache that does not answer within this must not hold up the page: some browsers' caches hang after a crash. */
const patienceMs = 3000;

/** Takes a look-up in a cache; gives its response, or undefined when it has none, fails or hangs. */
export async function unlessItHangs(lookUp: Promise<Response | undefined>): Promise<Response | undefined> {
  return atMost(
    patienceMs,
    lookUp.catch(() => undefined),
  );
}

/** Takes a request for a file whose name changes with its content; gives the kept one, else fetches and keeps it. */
export async function keptOrFetched(cacheName: string, request: Request): Promise<Response> {
  return (await unlessItHangs(caches.match(request, { cacheName }))) ?? fetchAndKeep(cacheName, request);
}

/** Takes a request; gives the kept response at once and renews it behind, else waits for the network. */
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

/** Takes a request; fetches it, and keeps the response when it may be kept. */
export async function fetchAndKeep(cacheName: string, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (mayBeKept(request, response)) await keep(cacheName, request, response.clone()).catch(() => undefined);
  return response;
}

/** Nothing that was fetched with a session, came from elsewhere, was redirected, or is a captive portal's page. */
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
