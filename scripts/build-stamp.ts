import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a build is made of, and the names it gets: the same sources always get the same version. */

export interface BuildStamp {
  version: string;
  builtAt: string;
}

const root = join(import.meta.dirname, '..');
const sources = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts', 'domain', 'public', 'src'];

/** Gives version (with a hash of all sources) and time of the newest source. */
export function buildStamp(): BuildStamp {
  const hash = createHash('sha256');
  let newest = 0;
  for (const file of sources.flatMap(filesIn).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
    newest = Math.max(newest, statSync(join(root, file)).mtimeMs);
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    version: `${version}+${hash.digest('hex').slice(0, 8)}`,
    builtAt: new Date(newest).toISOString(),
  };
}

/** Gives when the newest source was changed, in milliseconds. */
export function newestSource(): number {
  return Math.max(...sources.flatMap(filesIn).map((file) => statSync(join(root, file)).mtimeMs));
}

function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesIn(`${path}/${name}`));
}
