import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Number of builds whose assets are served, so that a page opened before a deploy can still load further chunks. */
const kept = 3;

/** Stores the assets of a finished build in `.cache`, and adds those of the previous builds. @param dist its folder */
export function keepRecentBuilds(dist: string): void {
  const shelf = join(dist, '..', '.cache', 'builds');
  const { version }: { version: string } = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8'));
  const now = new Date();
  const mine = join(shelf, version);
  rmSync(mine, { recursive: true, force: true });
  mkdirSync(shelf, { recursive: true });
  const own: Record<string, unknown> = JSON.parse(readFileSync(join(dist, '.vite', 'modules.json'), 'utf8'));
  const isOwn = (path: string) => statSync(path).isDirectory() || relative(dist, path).replace(/\.(br|gz)$/, '') in own;
  cpSync(join(dist, 'assets'), mine, { recursive: true, filter: (path) => isOwn(path) });
  utimesSync(mine, now, now);
  const byAge = readdirSync(shelf).sort((a, b) => statSync(join(shelf, b)).mtimeMs - statSync(join(shelf, a)).mtimeMs);
  for (const old of byAge.slice(kept)) rmSync(join(shelf, old), { recursive: true, force: true });
  for (const recent of byAge.slice(1, kept)) {
    if (existsSync(join(shelf, recent)))
      cpSync(join(shelf, recent), join(dist, 'assets'), { recursive: true, force: false });
  }
}
