import type { Workbox } from 'workbox-window';
import { isHeld } from './holds.ts';
import type { joinPages, Pages } from './pages.ts';
import { atMost } from './patience.ts';
import type { mayReloadUnseen, onQuietMoment } from './quiet-moments.ts';
import { trustedScript } from './trusted-script.ts';
import { appVersion } from './version.ts';

/**
 * The page's side of the service worker: installs it, tells when a new version waits, and changes over.
 *
 *   a new version waits ──click, or a moment nobody notices──> every page saves and stops sending (3 s at most)
 *     ──> the new one takes over ──> every page reloads once
 */

export interface UpdateState {
  /** A new version is installed and waits. */
  ready: boolean;
  applying: boolean;
}

let state: UpdateState = { ready: false, applying: false };
let workbox: Workbox | undefined;
let pages: Pages | undefined;
/** Whether the person asked for a new version before one was installed. */
let wanted = false;
const listeners = new Set<() => void>();
const savers = new Set<() => Promise<void>>();
const stoppers = new Set<() => Promise<void>>();

/** For `useSyncExternalStore`: the state, told of each change; and what the person can do. */
export const update = {
  state: (): UpdateState => state,
  /** Takes what to call on each change; gives the end of it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Takes what must be saved before the page reloads; gives the end of it. It may be asked more than once. */
  beforeReload(saver: () => Promise<void>): () => void {
    savers.add(saver);
    return () => void savers.delete(saver);
  },
  /** Takes what must have stopped before another version takes over; gives the end of it. */
  beforeTakeover(stop: () => Promise<void>): () => void {
    stoppers.add(stop);
    return () => void stoppers.delete(stop);
  },
  /** Changes over to the version that waits; every open page of the app then reloads once. */
  async apply(): Promise<void> {
    if (state.applying) return;
    change({ ready: state.ready, applying: true });
    await Promise.all([halt(), pages?.ask('halt', saveMs)]);
    workbox?.messageSkipWaiting();
  },
  /** Gets the newest version and changes over to it: for a version that the server does not serve any more. */
  async require(): Promise<void> {
    if (state.ready) return await update.apply();
    wanted = true;
    change({ ready: false, applying: true });
    setTimeout(() => void reload(), takeoverMs);
    await update.look();
  },
  /** Looks for a new version now, for example when the version check met one. */
  async look(): Promise<void> {
    await workbox?.update().catch(() => undefined);
  },
  /** Another page has moved to a newer version already: saves, lets go of what that page waits for, and reloads once. */
  async giveWay(letGo: () => void): Promise<void> {
    await save();
    letGo();
    await reload(true);
  },
  /** A file of this build could not be loaded: the build may be gone. Once only, because a reload may not help. */
  async buildIsGone(): Promise<void> {
    if (!navigator.onLine || sessionStorage.getItem(leftVersion) === appVersion) return;
    await reload();
  },
};

/** What is not needed before this, and comes in a file of its own. */
interface Needed {
  Workbox: typeof Workbox;
  joinPages: typeof joinPages;
  mayReloadUnseen: typeof mayReloadUnseen;
  onQuietMoment: typeof onQuietMoment;
}

/** Installs the service worker where there is one to install. Takes what to do when it asks an open page to send what waits. */
export async function registerServiceWorker(needed: Needed, onDrain: () => void): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'object' && event.data !== null && 'type' in event.data && event.data.type === 'DRAIN')
      onDrain();
  });
  pages = needed.joinPages({ halt, mayReload: async () => (await needed.mayReloadUnseen()) && (await save()) });
  needed.onQuietMoment(() => void applyUnseen(), isHeld);
  // On the very first visit the page is taken over by its own version: nothing to change over to.
  const wasControlled = navigator.serviceWorker.controller !== null;
  workbox = new needed.Workbox(trustedScript('/service-worker.js'));
  workbox.addEventListener('waiting', () => {
    change({ ready: true, applying: false });
    if (wanted) void update.apply();
  });
  workbox.addEventListener('controlling', (event) => {
    if (wasControlled && (event.isUpdate === true || event.isExternal === true)) void reload();
  });
  try {
    await workbox.register();
  } catch (error) {
    // This browser keeps nothing for this site, and the page says so.
    if (error instanceof DOMException) return;
    throw error;
  }
  await navigator.serviceWorker.ready;
  isRegistered = true;
  keepFiles(wantedFiles);
  keepWhatIsLoaded();
}

/** Not yet among TypeScript's own: only Chromium has it. */
interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the service worker when the network is back, also if no page is open then. To be called when
 * something waits; asking twice is one asking. Where the browser cannot, the next page sends it.
 */
export async function wakeWhenOnline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: (ServiceWorkerRegistration & WithSync) | undefined = await navigator.serviceWorker
    .getRegistration()
    .catch(() => undefined);
  await registration?.sync?.register('outbox').catch(() => undefined);
}

/** The first visit loads its languages and screens before the service worker sees requests: those are named to it once. */
function keepWhatIsLoaded(): void {
  const paths = performance
    .getEntriesByType('resource')
    .map((entry) => new URL(entry.name))
    .filter((url) => url.origin === location.origin && /^\/(locales|assets)\//.test(url.pathname))
    .map((url) => url.pathname);
  keepFiles(paths);
}

/** Asks the service worker to keep these files for times without a network: at once, or as soon as there is one. */
export function keepFiles(paths: string[]): void {
  if (isRegistered) void workbox?.messageSW({ type: 'KEEP', paths });
  else wantedFiles.push(...paths);
}

let isRegistered = false;
const wantedFiles: string[] = [];

/** The recommended way: by itself, when neither this page nor another is being used, and once for each version. */
async function applyUnseen(): Promise<void> {
  if (!state.ready || state.applying || sessionStorage.getItem(leftVersion) === appVersion) return;
  if ((await save()) && (await pages?.ask('mayReload', saveMs)) === true) await update.apply();
}

/** Saves everything and stops sending; without a takeover soon after, a reload sets this page going again. */
async function halt(): Promise<boolean> {
  setTimeout(() => void reload(), takeoverMs);
  const [saved] = await Promise.all([save(), atMost(saveMs, Promise.allSettled([...stoppers].map((stop) => stop())))]);
  return saved;
}

/** Whether everything that is typed is on the disk. */
async function save(): Promise<boolean> {
  const results = await atMost(saveMs, Promise.allSettled([...savers].map((each) => each())));
  return results?.every(({ status }) => status === 'fulfilled') === true;
}

let isReloading = false;

/** Reloads once; a page that has only just come from such a reload waits first, so that it cannot go round and round. */
async function reload(isSaved = false): Promise<void> {
  if (isReloading) return;
  isReloading = true;
  const again = sessionStorage.getItem(leftVersion) === appVersion;
  if (again) await new Promise((resolve) => setTimeout(resolve, Math.max(0, loopMs - performance.now())));
  sessionStorage.setItem(leftVersion, appVersion);
  // Also what was typed since the halt.
  if (!isSaved) await save();
  location.reload();
  // Chromium may lose a navigation that begins just as one service worker takes the place of another.
  setInterval(() => location.reload(), lostReloadMs);
}

const leftVersion = 'vfp-left-version';

/** A save that hangs must not keep a person on a version that is leaving. */
const saveMs = 3000;

/** A halted page sends nothing; it does not wait longer than this for the version that was to take over. */
const takeoverMs = 10_000;

/** A page that is still here after so long has a reload that never ends. */
const lostReloadMs = 15_000;

/** The least time between two reloads of the same version. */
const loopMs = 30_000;

function change(to: UpdateState): void {
  state = to;
  for (const listener of listeners) listener();
}
