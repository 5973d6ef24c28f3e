import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Not copied: generated files, and large ones that are the same. */
const left = new Set(['node_modules', '.git', '.cache', 'data', 'dist', 'screenshots']);

/** Copies the sources to a new folder, in which bugs can be planted. The caller deletes it. @returns its path */
export function copySources(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-planted-'));
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
