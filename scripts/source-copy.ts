import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
