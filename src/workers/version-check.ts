import { deadlines } from '../net/deadlines.ts';
import type { VersionInfo } from '#domain/ground/wire/version.ts';
import { SECOND } from '#domain/ground/units.ts';

const checkEveryMs = 10 * SECOND;

/** Checks which version the server serves, while the page is visible and online. */
export interface VersionCheck {
  /** Sets whether the page is visible and online. It checks only then. */
  setActive(active: boolean): void;
  stop(): void;
}

/** Environment of the check, replaced by tests. */
export interface VersionWorld {
  fetch(path: string, init: RequestInit): Promise<Response>;
  after(ms: number, then: () => void): () => void;
  random(): number;
}

/**
 * Starts the check for the page's own version, and calls `onNew` once for each other version. Each pause has 10 %
 * jitter, so that pages opened together do not ask together.
 */
export function startVersionCheck(
  running: string,
  onNew: (info: VersionInfo) => void,
  world: VersionWorld = browserWorld,
): VersionCheck {
  let active = false;
  let etag: string | null = null;
  let reported = running;
  let cancel: (() => void) | undefined;

  const schedule = (): void => {
    cancel?.();
    cancel = world.after(checkEveryMs * (0.9 + world.random() * 0.2), () => void check());
  };

  const check = async (): Promise<void> => {
    try {
      const headers: Record<string, string> = etag === null ? {} : { 'if-none-match': etag };
      const response = await world.fetch('/version.json', {
        headers,
        cache: 'no-store',
        signal: AbortSignal.timeout(deadlines.version),
      });
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      if (response.ok && isJson) {
        etag = response.headers.get('etag');
        const info: unknown = await response.json();
        if (isVersionInfo(info) && info.version !== reported) {
          reported = info.version;
          onNew(info);
        }
      }
    } catch {
      // No network, or a reply that is not our server's: the next check tries again.
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
