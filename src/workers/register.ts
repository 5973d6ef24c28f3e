import type { Workbox } from 'workbox-window';
import { mustReloadWait } from './holds.ts';
import type { joinPages, OpenPages } from './pages.ts';
import { withTimeout } from './pauses.ts';
import type { mayReloadUnseen, onQuietMoment } from './quiet-moments.ts';
import { trustedScript } from './trusted-script.ts';
import { appVersion } from './version.ts';

/**
 * The page's side of the service worker: installs it, reports when a new version is ready, and switches to it.
 *
 *   a new version is ready ──click, or a quiet moment──> every page saves and stops the sync (3 s at most)
 *     ──> the new version takes over ──> every page reloads once
 */

export interface UpdateState {
  /** A new version is installed and waiting. */
  ready: boolean;
  applying: boolean;
}

let state: UpdateState = { ready: false, applying: false };
let workbox: Workbox | undefined;
let pages: OpenPages | undefined;
/** Whether the user has asked for a new version before one was installed. */
let wanted = false;
const listeners = new Set<() => void>();
const savers = new Set<() => Promise<void>>();
const stoppers = new Set<() => Promise<void>>();

/** State of the update, for `useSyncExternalStore`, and the user's actions. */
export const update = {
  state: (): UpdateState => state,
  /** Calls the listener on each change. @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /**
   * Adds a function that saves before the page reloads; it may be called more than once.
   * @returns a function that removes it
   */
  beforeReload(saver: () => Promise<void>): () => void {
    savers.add(saver);
    return () => void savers.delete(saver);
  },
  /** Adds a function that must finish before another version takes over. @returns a function that removes it */
  beforeTakeover(stop: () => Promise<void>): () => void {
    stoppers.add(stop);
    return () => void stoppers.delete(stop);
  },
  /** Switches to the waiting version; every open page of the app then reloads once. */
  async apply(): Promise<void> {
    if (state.applying) return;
    change({ ready: state.ready, applying: true });
    await Promise.all([halt(), pages?.ask('halt', saveMs)]);
    workbox?.messageSkipWaiting();
  },
  /** Installs the newest version and switches to it, when the server no longer accepts this one. */
  async require(): Promise<void> {
    if (state.ready) return await update.apply();
    wanted = true;
    change({ ready: false, applying: true });
    setTimeout(() => void reload(), takeoverMs);
    await update.look();
  },
  /** Checks for a new version now, for example when the version check has found one. */
  async look(): Promise<void> {
    await workbox?.update().catch(() => undefined);
  },
  /** Another page runs a newer version already: saves, calls `letGo` to unblock that page, and reloads once. */
  async giveWay(letGo: () => void): Promise<void> {
    await save();
    letGo();
    await reload(true);
  },
  /**
   * A file of this build could not be loaded: the server may have dropped the build. Reloads once only, because it may
   * not help.
   */
  async buildIsGone(): Promise<void> {
    if (!navigator.onLine || sessionStorage.getItem(leftVersion) === appVersion) return;
    await reload();
  },
};

/** Code that is first needed here, and is loaded in a file of its own. */
interface LoadedCode {
  Workbox: typeof Workbox;
  joinPages: typeof joinPages;
  mayReloadUnseen: typeof mayReloadUnseen;
  onQuietMoment: typeof onQuietMoment;
}

/**
 * Installs the service worker, if the build has one.
 * @param onDrain called when it asks this page to drain the outbox
 */
export async function registerServiceWorker(needed: LoadedCode, onDrain: () => void): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'object' && event.data !== null && 'type' in event.data && event.data.type === 'DRAIN')
      onDrain();
  });
  pages = needed.joinPages({ halt, mayReload: async () => (await needed.mayReloadUnseen()) && (await save()) });
  needed.onQuietMoment(() => void applyUnseen(), mustReloadWait);
  // On the first visit the page is taken over by its own version, which is no update.
  const wasControlled = navigator.serviceWorker.controller !== null;
  workbox = new needed.Workbox(trustedScript('/service-worker.js'));
  workbox.addEventListener('waiting', () => {
    change({ ready: true, applying: false });
    if (wanted) void update.apply();
  });
  workbox.addEventListener('controlling', (event) => {
    // The browser has deleted the service worker with all else. This page may have the only copy of unsent commands.
    if (navigator.serviceWorker.controller === null) return;
    if (wasControlled && (event.isUpdate === true || event.isExternal === true)) void reload();
  });
  try {
    await workbox.register();
  } catch (error) {
    // This browser stores nothing for the site; a banner says so.
    if (error instanceof DOMException) return;
    throw error;
  }
  await navigator.serviceWorker.ready;
  isRegistered = true;
  keepFiles(wantedFiles);
  keepUnseen();
}

/** Missing in TypeScript's types, because only Chromium has it. */
interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the service worker when the network is back, even if no page is open then. Call when
 * commands are pending; repeated calls have no further effect. Where browsers cannot, the next page drains the outbox.
 */
export async function wakeWhenOnline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: (ServiceWorkerRegistration & SyncRegistration) | undefined = await navigator.serviceWorker
    .getRegistration()
    .catch(() => undefined);
  await registration?.sync?.register('outbox').catch(() => undefined);
}

/**
 * On the first visit, texts and screens are loaded before the service worker sees requests, also in the moment after it
 * is active; it is asked to cache them.
 */
function keepUnseen(): void {
  new PerformanceObserver((list) => {
    const paths = (list.getEntries() as PerformanceResourceTiming[])
      .filter(({ workerStart }) => workerStart === 0)
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && /^\/(locales|assets)\//.test(pathname))
      .map(({ pathname }) => pathname);
    if (paths.length > 0) keepFiles(paths);
  }).observe({ type: 'resource', buffered: true });
}

/** Asks the service worker to cache these files for offline use, at once or as soon as it is active. */
export function keepFiles(paths: string[]): void {
  if (isRegistered) void workbox?.messageSW({ type: 'KEEP', paths });
  else wantedFiles.push(...paths);
}

let isRegistered = false;
const wantedFiles: string[] = [];

/** Updates automatically when no page is in use, once for each version. */
async function applyUnseen(): Promise<void> {
  if (!state.ready || state.applying || sessionStorage.getItem(leftVersion) === appVersion) return;
  if ((await save()) && (await pages?.ask('mayReload', saveMs)) === true) await update.apply();
}

/** Saves everything and stops the sync. If no takeover follows soon, a reload restarts this page. */
async function halt(): Promise<boolean> {
  setTimeout(() => void reload(), takeoverMs);
  const [saved] = await Promise.all([
    save(),
    withTimeout(saveMs, Promise.allSettled([...stoppers].map((stop) => stop()))),
  ]);
  return saved;
}

/** Saves all drafts. @returns whether all are on the disk */
async function save(): Promise<boolean> {
  const results = await withTimeout(saveMs, Promise.allSettled([...savers].map((each) => each())));
  return results?.every(({ status }) => status === 'fulfilled') === true;
}

let isReloading = false;

/** Reloads once. A page that has just been reloaded this way waits first, so that it cannot loop. */
async function reload(isSaved = false): Promise<void> {
  if (isReloading) return;
  isReloading = true;
  const again = sessionStorage.getItem(leftVersion) === appVersion;
  if (again) await new Promise((resolve) => setTimeout(resolve, Math.max(0, loopMs - performance.now())));
  sessionStorage.setItem(leftVersion, appVersion);
  // Includes what was typed since the halt.
  if (!isSaved) await save();
  location.reload();
  // Chromium may drop a navigation that starts while one service worker replaces another.
  setInterval(() => location.reload(), lostReloadMs);
}

const leftVersion = 'vfp-left-version';

/** Time-out of saving: a save that hangs must not block the update. */
const saveMs = 3000;

/** Time in ms for which a halted page, which no longer syncs, waits for the takeover. */
const takeoverMs = 10_000;

/** After this time without a reload, it is tried again. */
const lostReloadMs = 15_000;

/** The least time between two reloads of the same version. */
const loopMs = 30_000;

function change(to: UpdateState): void {
  state = to;
  for (const listener of listeners) listener();
}
