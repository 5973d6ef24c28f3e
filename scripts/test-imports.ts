import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The tests that may notice a fault in a file: those of the file itself, and all others that import it indirectly. */
export interface TestsOfFile {
  near: string[];
  far: string[];
}

/**
 * Finds the tests in these folders that import the files below a prefix, by following their imports. Tests that need a
 * database are left out.
 * @returns the tests by file; all paths are relative to `root`
 */
export function testsThatReach(root: string, prefix: string, folders: readonly string[]): Map<string, TestsOfFile> {
  const known = new Map<string, string[]>();
  const found = new Map<string, TestsOfFile>();
  for (const test of folders.flatMap((folder) => testFilesBelow(root, folder))) {
    const reached = reachable(root, test, known);
    if (reached.has('tests/support/cluster.ts')) continue;
    const direct = new Set(importsOf(root, test, known));
    for (const file of reached) {
      if (!file.startsWith(prefix)) continue;
      const tests = found.get(file) ?? { near: [], far: [] };
      (direct.has(file) && test.startsWith(`tests/${prefix}`) ? tests.near : tests.far).push(test);
      found.set(file, tests);
    }
  }
  return found;
}

function testFilesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);
}

function reachable(root: string, start: string, known: Map<string, string[]>): Set<string> {
  const seen = new Set([start]);
  // The set grows while it is iterated.
  for (const file of seen) for (const imported of importsOf(root, file, known)) seen.add(imported);
  return seen;
}

function importsOf(root: string, file: string, known: Map<string, string[]>): string[] {
  const before = known.get(file);
  if (before !== undefined) return before;
  const source = readFileSync(join(root, file), 'utf8');
  const files = [...source.matchAll(/(?:from|import\()\s*'([^']+)'/g)]
    .map(([, name = '']) => {
      if (name.startsWith('#domain/')) return name.replace('#domain/', 'domain/');
      return name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : '';
    })
    .filter((name) => /\.tsx?$/.test(name) && existsSync(join(root, name)));
  known.set(file, files);
  return files;
}
