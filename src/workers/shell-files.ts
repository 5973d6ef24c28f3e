import { PrecacheController } from 'workbox-precaching';

/**
 * Files fetched at a time. Workbox fetches one after another: with round trips of 300 ms it took 19 s until the app
 * opened without a network. A browser opens six connections to a server without HTTP/2, and the page needs some of
 * them.
 */
const lanes = 4;

/** The files of the app's shell in the precache, fetched in parallel while a version is installed. */
export class ShellFiles extends PrecacheController {
  override install(event: ExtendableEvent): ReturnType<PrecacheController['install']> {
    // Workbox skips what is in the cache by then, and counts it.
    const work = this.#fetchAll(event).then(() => super.install(event));
    event.waitUntil(work);
    return work;
  }

  /** Fetches files that are not in the cache yet. Rejects at the first failure; fetched files stay for the next try. */
  async #fetchAll(event: ExtendableEvent): Promise<void> {
    const waiting = [...this.getURLsToCacheKeys()];
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#fetchOne(event, ...next);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  async #fetchOne(event: ExtendableEvent, url: string, cacheKey: string): Promise<void> {
    // A file without a hash in its name has a revision in its key, and may be stale in the browser's own cache.
    const request = new Request(url, { cache: cacheKey === url ? 'default' : 'reload', credentials: 'same-origin' });
    await Promise.all(this.strategy.handleAll({ event, request, params: { cacheKey } }));
  }
}
