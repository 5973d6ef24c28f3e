import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** What is not copied: what is made, and what is large and the same. */
const left = new Set(['node_modules', '.git', '.cache', 'data', 'dist', 'screenshots']);

/** Copies the product's sources into a new folder, where bugs may be planted. The caller removes it. */
export function copySources(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-planted-'));
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
