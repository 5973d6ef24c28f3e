import type { Workbox } from 'workbox-window';
import { atMost } from './patience.ts';
import { trustedScript } from './trusted-script.ts';
import { appVersion } from './version.ts';

/** The page's side of the service worker: installs it, tells when a new version waits, and changes over when the person says so. */

export interface UpdateState {
  /** A new version is installed and waits for the person's click. */
  ready: boolean;
  applying: boolean;
}

let state: UpdateState = { ready: false, applying: false };
let workbox: Workbox | undefined;
const listeners = new Set<() => void>();
const savers = new Set<() => Promise<void>>();

/** For `useSyncExternalStore`: the state, told of each change; and what the person can do. */
export const update = {
  state: (): UpdateState => state,
  /** Takes what to call on each change; gives the end of it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Takes what must be saved before the page reloads; gives the end of it. */
  beforeReload(save: () => Promise<void>): () => void {
    savers.add(save);
    return () => void savers.delete(save);
  },
  /** Changes over to the version that waits; every open page of the app then reloads once. */
  apply(): void {
    change({ ready: state.ready, applying: true });
    workbox?.messageSkipWaiting();
  },
  /** Looks for a new version now, for example when the version check met one. */
  async look(): Promise<void> {
    await workbox?.update().catch(() => undefined);
  },
};

/** Installs the service worker where there is one to install. Takes what to do when it asks an open page to send what waits. */
export async function registerServiceWorker(onDrain: () => void = () => undefined): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'object' && event.data !== null && 'type' in event.data && event.data.type === 'DRAIN')
      onDrain();
  });
  // On the very first visit the page is taken over by its own version: nothing to change over to.
  const wasControlled = navigator.serviceWorker.controller !== null;
  const { Workbox } = await import('workbox-window');
  workbox = new Workbox(trustedScript('/service-worker.js'));
  workbox.addEventListener('waiting', () => change({ ready: true, applying: false }));
  workbox.addEventListener('controlling', (event) => {
    if (wasControlled && (event.isUpdate === true || event.isExternal === true)) void reloadOnce();
  });
  await workbox.register();
  await navigator.serviceWorker.ready;
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
  const registration: (ServiceWorkerRegistration & WithSync) | undefined =
    await navigator.serviceWorker.getRegistration();
  await registration?.sync?.register('outbox').catch(() => undefined);
}

/** The first visit loads its languages and screens before the service worker sees requests: those are named to it once. */
function keepWhatIsLoaded(): void {
  const paths = performance
    .getEntriesByType('resource')
    .map((entry) => new URL(entry.name))
    .filter((url) => url.origin === location.origin && /^\/(locales|assets)\//.test(url.pathname))
    .map((url) => url.pathname);
  void workbox?.messageSW({ type: 'KEEP', paths });
}

/** A page that has already left this version once and still runs it must not reload for ever. */
async function reloadOnce(): Promise<void> {
  if (sessionStorage.getItem(leftVersion) === appVersion) return;
  sessionStorage.setItem(leftVersion, appVersion);
  await atMost(saveMs, Promise.allSettled([...savers].map((save) => save())));
  location.reload();
}

const leftVersion = 'vfp-left-version';

/** A save that hangs must not keep a person on a version that is leaving. */
const saveMs = 3000;

function change(to: UpdateState): void {
  state = to;
  for (const listener of listeners) listener();
}
