import { limits } from '#domain/limits.ts';
import type { VersionInfo } from '#domain/protocol/version.ts';

/** Asks the server every ten seconds which version it serves, as long as somebody looks and there is a network. */
export interface VersionCheck {
  /** Tells whether the page is visible and online; only then it asks. */
  setActive(active: boolean): void;
  stop(): void;
}

/** What it needs of the world, so that a test can be the world. */
export interface VersionWorld {
  fetch(path: string, init: RequestInit): Promise<Response>;
  after(ms: number, then: () => void): () => void;
  random(): number;
}

/**
 * Takes the version the page runs; calls `onNew` once for each other version met.
 * The wait carries a tenth of jitter, so that a thousand pages opened at once do not ask at once.
 */
export function startVersionCheck(
  running: string,
  onNew: (info: VersionInfo) => void,
  world: VersionWorld = browserWorld,
): VersionCheck {
  let active = false;
  let etag: string | null = null;
  let told = running;
  let cancel: (() => void) | undefined;

  const schedule = (): void => {
    cancel?.();
    cancel = world.after(limits.versionCheckMs * (0.9 + world.random() * 0.2), () => void check());
  };

  const check = async (): Promise<void> => {
    try {
      const headers: Record<string, string> = etag === null ? {} : { 'if-none-match': etag };
      const response = await world.fetch('/version.json', { headers, cache: 'no-store' });
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      if (response.ok && isJson) {
        etag = response.headers.get('etag');
        const info: unknown = await response.json();
        if (isVersionInfo(info) && info.version !== told) {
          told = info.version;
          onNew(info);
        }
      }
    } catch {
      // No network, or not our server: the next check asks again.
    }
    if (active) schedule();
  };

  return {
    setActive(nowActive) {
      if (nowActive === active) return;
      active = nowActive;
      if (active) schedule();
      else cancel?.();
    },
    stop() {
      active = false;
      cancel?.();
    },
  };
}

function isVersionInfo(value: unknown): value is VersionInfo {
  return typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string';
}

const browserWorld: VersionWorld = {
  fetch: (path, init) => fetch(path, init),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
