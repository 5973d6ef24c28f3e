import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { allOnly, browserStories, inEachCi, longRuns } from '../tests/selection.ts';

/** Returns the paths of all browser test files, relative to the root of the sources. */
export function browserFiles(root: string): string[] {
  return globSync('tests/browser/**/*.test.ts', { cwd: root });
}

/** Returns the globs of the files that `npm test` leaves out, each once. */
export function leftOutByNpmTest(root: string): string[] {
  const stories = new Set(Object.values(browserStories));
  const browserOnes = browserFiles(root).filter((file) => !stories.has(basename(file)));
  return [...new Set([...Object.keys(inEachCi), ...Object.keys(longRuns), ...browserOnes])];
}

/**
 * Returns the files of which `npm test` leaves out something, all of their tests or those with the tag that leaves them
 * to `npm run test:all`; without those that `.ci/run` runs each time.
 */
export function restFiles(root: string): string[] {
  const elsewhere = new Set(Object.keys(inEachCi).flatMap((glob) => globSync(glob, { cwd: root })));
  const leftOut = leftOutByNpmTest(root).flatMap((glob) => globSync(glob, { cwd: root }));
  const isTagged = (file: string): boolean => readFileSync(join(root, file), 'utf8').includes(`tags: ['${allOnly}']`);
  const tagged = globSync('tests/**/*.test.ts', { cwd: root }).filter(isTagged);
  const files = [...new Set([...leftOut, ...tagged])];
  return files.filter((file) => file.endsWith('.test.ts') && !elsewhere.has(file));
}
