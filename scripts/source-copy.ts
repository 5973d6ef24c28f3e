import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Not copied: generated files, and large ones that are the same; at the top, what a server has stored. */
const left = new Set(['node_modules', '.git', '.cache', 'dist', 'screenshots']);

/** Copies the sources to a new folder, in which bugs can be planted. The caller deletes it. @returns its path */
export function copySources(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-planted-'));
  const isLeft = (path: string): boolean => left.has(basename(path)) || path === join(root, 'data');
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !isLeft(path) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Tries one bug after the other, two at a time, each in a copy of the sources where there is no other. */
export async function tryEach<T>(
  root: string,
  bugs: readonly T[],
  tryBug: (copy: string, bug: T) => Promise<void>,
): Promise<void> {
  const waiting = [...bugs];
  const work = async (): Promise<void> => {
    const copy = copySources(root);
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await tryBug(copy, next);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism(), bugs.length) }, work));
}
