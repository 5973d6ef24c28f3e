import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';

/** How many builds' files are served: a page opened before a deploy still finds the screens it has not loaded yet. */
const kept = 3;

/** Takes the folder of a finished build; remembers its assets in `.cache`, and adds those of the builds before it. */
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
