import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The tests that may notice a fault in a file: those that import it themselves, and those that do so indirectly. */
export interface TestsOfFile {
  near: string[];
  far: string[];
}

/** Sources, and the folders and files with their tests. */
export interface Room {
  /** With a slash at its end. */
  folder: string;
  tests: readonly string[];
  /** Its tests start a PostgreSQL; otherwise tests that do are left out, because they are slow. */
  needsDatabase?: true;
}

/**
 * Finds the tests of a room that import its files, by following their imports.
 * @returns the tests by file; all paths are relative to `root`
 */
export function testsThatReach(root: string, { folder, tests: places, needsDatabase }: Room): Map<string, TestsOfFile> {
  const known = new Map<string, string[]>();
  const found = new Map<string, TestsOfFile>();
  for (const test of places.flatMap((place) => testFilesIn(root, place))) {
    const reached = reachable(root, test, known);
    if (needsDatabase !== true && reached.has('tests/support/database/cluster.ts')) continue;
    const direct = new Set(importsOf(root, test, known));
    for (const file of reached) {
      if (!file.startsWith(folder)) continue;
      const tests = found.get(file) ?? { near: [], far: [] };
      (direct.has(file) ? tests.near : tests.far).push(test);
      found.set(file, tests);
    }
  }
  return found;
}

function testFilesIn(root: string, place: string): string[] {
  if (place.endsWith('.test.ts')) return [place];
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${place}/${name}`);
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
