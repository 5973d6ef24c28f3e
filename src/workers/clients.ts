import { randomDeviceId } from '#domain/account/device-id.ts';
import type { VersionInfo } from '#domain/ground/wire/version.ts';
import { appVersion } from './version.ts';
import type { Background } from './background.ts';
import { workerAt } from './start-worker.ts';

/** The page's side of the background worker: fingerprint and version check. */

/**
 * Returns this device's fingerprint, 64 hex digits: from a drawing, or a stored random one where drawing is impossible.
 */
export async function fingerprint(): Promise<string> {
  const kept = localStorage.getItem(keptFingerprint);
  if (kept !== null) return kept;
  const drawn = await (await background()).fingerprint().catch(() => null);
  if (drawn !== null) return drawn;
  const random = randomDeviceId((into) => crypto.getRandomValues(into));
  localStorage.setItem(keptFingerprint, random);
  return random;
}

/**
 * Checks the server's version every ten seconds while the page is visible and online, and calls `onNew` for each new
 * one.
 * @returns a function that stops it
 */
export function startVersionCheck(onNew: (info: VersionInfo) => void): () => void {
  const stopped = new AbortController();
  void watch(onNew, stopped.signal);
  return () => stopped.abort();
}

async function watch(onNew: (info: VersionInfo) => void, signal: AbortSignal): Promise<void> {
  const [{ proxy }, worker] = await Promise.all([import('comlink'), background()]);
  if (signal.aborted) return;
  await worker.watchVersion(
    appVersion,
    proxy((info: VersionInfo) => {
      if (!signal.aborted) onNew(info);
    }),
  );
  const update = (): void => {
    const active = !signal.aborted && document.visibilityState === 'visible' && navigator.onLine;
    void worker.setActive(active);
  };
  document.addEventListener('visibilitychange', update, { signal });
  addEventListener('online', update, { signal });
  addEventListener('offline', update, { signal });
  signal.addEventListener('abort', update);
  update();
}

const keptFingerprint = 'vfp-fingerprint';
/** The built script, by source path. */
const paths = import.meta.glob<string>('./background.ts', { query: '?worker&url', import: 'default', eager: true });
const background = workerAt<Background>(paths['./background.ts'] ?? '', 'background');
