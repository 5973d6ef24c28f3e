import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Version and time of a build, from its sources: the same sources always give the same version. */

export interface BuildStamp {
  version: string;
  builtAt: string;
}

const root = join(import.meta.dirname, '..');
const ofApp = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/client-modules.ts',
  'domain',
  'public',
  'src',
];

/** Returns the version (with a hash of all sources) and the modification time of the newest source. */
export function buildStamp(): BuildStamp {
  const hash = createHash('sha256');
  let newest = 0;
  for (const file of ofApp.flatMap(filesIn).sort()) {
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

const ofServer = ['package-lock.json', 'scripts/build-server.ts', 'domain', 'server'];

/** Returns the modification time of the newest source of the app or the server, in milliseconds since 1970. */
export function newestSource(part: 'app' | 'server'): number {
  return Math.max(
    ...(part === 'app' ? ofApp : ofServer).flatMap(filesIn).map((file) => statSync(join(root, file)).mtimeMs),
  );
}

function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesIn(`${path}/${name}`));
}
