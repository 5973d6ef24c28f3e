import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Version and time of a build, from its sources: the same sources always give the same version. */

export interface BuildStamp {
  version: string;
  builtAt: string;
}

const root = join(import.meta.dirname, '..');
const sources = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts', 'domain', 'public', 'src'];

/** Returns the version (with a hash of all sources) and the modification time of the newest source. */
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

/** Returns the modification time of the newest source, in milliseconds since 1970. */
export function newestSource(): number {
  return Math.max(...sources.flatMap(filesIn).map((file) => statSync(join(root, file)).mtimeMs));
}

function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesIn(`${path}/${name}`));
}
