import { cleanupOutdatedCaches, type PrecacheEntry } from 'workbox-precaching';
import { randomDeviceId } from '#domain/account/device-id.ts';
import type { Me } from '#domain/account/users.ts';
import { SignedOut } from '../net/errors.ts';
import { createApi } from '../net/http.ts';
import { drainOnce } from '../sync/drain-once.ts';
import { type BackgroundWorld, drainInBackground } from './background-sync.ts';
import { fetchAndCache, cachedAndRevalidated, cachedOrFetched, withCacheTimeout } from './cached-responses.ts';
import { ShellFiles } from './shell-files.ts';
import { dropEarlierFiles, filesMeant, isForUsersOnly, renewUsedFiles } from './used-files.ts';
import { outboxRules } from '../nouns.ts';

/** The service worker: serves the app offline, and drains the outbox when the network is back and no page is open. */

declare const self: ServiceWorkerGlobalScope & { shellFiles: (PrecacheEntry | string)[] };

const caching = { assets: 'vfp-assets', locales: 'vfp-locales' };

/** Paths that the server answers itself, rather than with the app's page. */
const notThePage =
  /^\/(api|socket\.io|files|locales|docs|healthz|readyz|version\.json|assets|dev|pdf|robots\.txt|sitemap\.xml|\.well-known)(\/|$)/;

const files = self.shellFiles;
const pathOf = (file: PrecacheEntry | string) => (typeof file === 'string' ? file : file.url);
const shell = new ShellFiles();
shell.precache(files.filter((file) => !isForUsersOnly(pathOf(file))));
cleanupOutdatedCaches();

/** Files of this version that only those devices keep that have used them. */
const usersFiles = files.map((file) => `/${pathOf(file)}`).filter(isForUsersOnly);

let firstInstall = false;
self.addEventListener('install', (event) => {
  firstInstall = self.registration.active === null;
  event.waitUntil(renewUsedFiles(caching.assets, usersFiles).catch(() => undefined));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropEarlierFiles(caching.assets, usersFiles).catch(() => undefined));
  // The first version takes over at once. Later ones wait for `skipWaiting`.
  if (firstInstall) event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer !== undefined) event.respondWith(answer);
});

/** Returns the response to a request; undefined leaves the request to the browser. */
function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || request.headers.has('authorization'))
    return undefined;
  if (request.mode === 'navigate') return notThePage.test(url.pathname) ? undefined : page(request);
  if (shell.getCacheKeyForURL(url.pathname) !== undefined) return precached(url.pathname, request);
  if (url.pathname.startsWith('/assets/')) return cachedOrFetched(caching.assets, request);
  if (url.pathname.startsWith('/locales/')) {
    return cachedAndRevalidated(caching.locales, request, (work) => event.waitUntil(work));
  }
  return undefined;
}

/** Returns the app's page, which is the same for every path. */
async function page(request: Request): Promise<Response> {
  return (await withCacheTimeout(shell.matchPrecache('/index.html'))) ?? fetch(request);
}

async function precached(path: string, request: Request): Promise<Response> {
  return (await withCacheTimeout(shell.matchPrecache(path))) ?? fetch(request);
}

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message !== 'object' || message === null || !('type' in message)) return;
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message.type === 'KEEP' && 'paths' in message && Array.isArray(message.paths)) {
    const paths = message.paths.filter((path) => typeof path === 'string');
    event.waitUntil(keepAll(filesMeant(paths, usersFiles)));
  }
});

/** Caches what a page had loaded before this worker was active, and what its user will need without a network. */
async function keepAll(paths: string[]): Promise<void> {
  for (const path of paths) {
    const cacheName = path.startsWith('/locales/')
      ? caching.locales
      : path.startsWith('/assets/')
        ? caching.assets
        : undefined;
    if (cacheName === undefined || shell.getCacheKeyForURL(path) !== undefined) continue;
    const kept = await withCacheTimeout(caches.match(path, { cacheName }));
    if (kept === undefined) await fetchAndCache(cacheName, new Request(path)).catch(() => undefined);
  }
}

/** Not yet among TypeScript's own: only Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener('sync', (event) => {
  if (isSync(event) && event.tag === 'outbox') event.waitUntil(drainInBackground(here));
});

function isSync(event: Event): event is SyncEvent {
  return 'tag' in event;
}

/** Returns the fingerprint that a page has stored; its cookie may have expired. */
async function keptDeviceId(): Promise<string> {
  return (await self.cookieStore.get('deviceId'))?.value ?? randomDeviceId((into) => crypto.getRandomValues(into));
}

const here: BackgroundWorld = {
  async pages() {
    const windows = await self.clients.matchAll({ type: 'window' });
    return windows.map((window) => ({
      visible: window.visibilityState === 'visible',
      askToDrain: () => window.postMessage({ type: 'DRAIN' }, []),
    }));
  },
  token: async () => (await self.cookieStore.get('at'))?.value,
  async drain(token, budgetMs) {
    try {
      // The server replies whose token it is, so that it is never used for another user's outbox.
      const caller = { token: () => token, deviceId: keptDeviceId };
      const me = await createApi(caller).json<Me>({ path: '/users/me' });
      const { left } = await drainOnce(me.id, caller, outboxRules, budgetMs);
      return left;
    } catch (error) {
      // The session has ended: commands stay pending, and the next page shows a notice.
      if (error instanceof SignedOut) return false;
      throw error;
    }
  },
};
