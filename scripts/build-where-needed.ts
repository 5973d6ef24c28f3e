import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newestSource } from './build-stamp.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'dist', 'index.html');

/** Builds the app if there is no build or a source is newer than it. Exits the process with a message if that fails. */
export function buildWhereNeeded(): void {
  if (existsSync(page) && statSync(page).mtimeMs >= newestSource()) return;
  if (existsSync(join(root, 'node_modules', 'vite'))) build();
  else if (!existsSync(page)) fail('The app is not built, and the tools that build it are not installed. Run: npm ci');
}

function build(): void {
  console.log('Building the app (once per change) ...');
  run([join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']);
  run([join('scripts', 'compress.ts')]);
}

function run(args: string[]): void {
  // A test that runs this would otherwise build its own environment into the app: React for development, no service worker.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
  if (status !== 0) fail('The app could not be built; what went wrong is written above.');
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
