import { fetchAndCache } from './cached-responses.ts';

/**
 * Files that no device precaches, such as the pages of the back office. A device keeps those that it has used, and a
 * new version of the app fetches its own of them while it is installed: it may start without a network.
 */

/** Whether a file of the build is kept only by devices that have used it. */
export function isForUsersOnly(path: string): boolean {
  return path.replace(/^\//, '').startsWith('assets/online/');
}

/** Returns which files of this version take the place of those that were used. Pure. */
export function filesToRenew(used: readonly string[], files: readonly string[]): string[] {
  const names = new Set(used.map(pathWithoutHash));
  return files.filter((path) => !used.includes(path) && names.has(pathWithoutHash(path)));
}

/**
 * Returns which files of this version are meant; a page that has not loaded a file does not know its hash, and names it
 * without. Pure.
 */
export function filesMeant(paths: readonly string[], files: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const meant = files.filter((file) => pathWithoutHash(file) === path);
    return meant.length > 0 ? meant : [path];
  });
}

/** Returns a path without the hash of its content. */
function pathWithoutHash(path: string): string {
  return path.replace(/-[\w-]{8}(\.\w+)$/, '$1');
}

/** Fetches the files of this version whose earlier versions were used. One that fails is fetched when it is used. */
export async function renewUsedFiles(cacheName: string, files: readonly string[]): Promise<void> {
  const used = await keptPaths(cacheName);
  await Promise.allSettled(filesToRenew(used, files).map((path) => fetchAndCache(cacheName, new Request(path))));
}

/** Deletes files of earlier versions. */
export async function dropEarlierFiles(cacheName: string, files: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const earlier = (await keptPaths(cacheName)).filter((path) => isForUsersOnly(path) && !files.includes(path));
  for (const path of earlier) await cache.delete(path);
}

async function keptPaths(cacheName: string): Promise<string[]> {
  const requests = await (await caches.open(cacheName)).keys();
  return requests.map(({ url }) => new URL(url).pathname);
}
