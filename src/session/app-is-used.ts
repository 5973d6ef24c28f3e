import { publicPages } from '#domain/account/public-pages.ts';
import { watchPath } from './watch-path.ts';

/**
 * Resolves on the first page that is not public. Public pages are only for reading: they need neither the service
 * worker nor the version check, and visitors who only read must not download these.
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
