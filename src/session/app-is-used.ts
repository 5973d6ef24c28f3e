import { publicPages } from '#domain/public-pages.ts';
import { watchPath } from './watch-path.ts';

/**
 * Resolves on the first page that belongs to the app. The pages for everybody are for reading: they need neither the
 * service worker nor the version check, and whoever only reads shall not load them.
 */
export async function appIsUsed(): Promise<void> {
  const done = new AbortController();
  await new Promise<void>((resolve) => {
    watchPath((path) => {
      if (!publicPages.some((page) => page.path === path.replace(/(.)\/+$/, '$1'))) resolve();
    }, done.signal);
  });
  done.abort();
}
