import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newestSource } from './build-stamp.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'dist', 'index.html');
const server = join(root, 'dist-server', 'main.js');

/** Builds the app if there is no build or a source is newer than it. Exits the process with a message if that fails. */
export function buildWhereNeeded(): void {
  if (isNewest(page, 'app')) return;
  if (hasVite()) {
    console.log('Building the app (once per change) ...');
    run([join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']);
    run([join('scripts', 'compress.ts')]);
  } else if (!existsSync(page)) {
    fail('The app is not built, and the tools that build it are not installed. Run: npm ci');
  }
}

/**
 * Returns the file that starts the server: the built one, which loads faster and is built if a source is newer, or the
 * source where nothing can be built.
 */
export function serverToStart(): string {
  if (isNewest(server, 'server')) return server;
  const source = join(root, 'server', 'main.ts');
  if (!hasVite()) return source;
  run([join('scripts', 'build-server.ts')]);
  return isNewest(server, 'server') ? server : source;
}

function isNewest(built: string, part: 'app' | 'server'): boolean {
  return existsSync(built) && statSync(built).mtimeMs >= newestSource(part);
}

function hasVite(): boolean {
  return existsSync(join(root, 'node_modules', 'vite'));
}

function run(args: string[]): void {
  // A test that runs this would otherwise build its own environment into the app: React for development, no service
  // worker.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
  if (status !== 0) fail('The build has failed; what went wrong is written above.');
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
