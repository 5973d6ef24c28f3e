import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `npm start`: builds the app where that is needed, then serves it. */

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `VFP needs Node 24, this is ${process.version}. Run it through npm (npm start), which brings its own Node; ` +
      'if it does not, install with: npm ci (without --ignore-scripts and --omit=optional).',
  );
  process.exit(1);
}

const root = join(import.meta.dirname, '..');
const page = join(root, 'dist', 'index.html');
const { newestSource } = await import('./build-stamp.ts');

if (!existsSync(page) || statSync(page).mtimeMs < newestSource()) {
  if (existsSync(join(root, 'node_modules', 'vite'))) build();
  else if (!existsSync(page)) fail('The app is not built, and the tools that build it are not installed. Run: npm ci');
}

await import('../server/main.ts');

function build(): void {
  console.log('Building the app (once per change) ...');
  run([join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']);
  run([join('scripts', 'compress.ts')]);
}

function run(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail('The app could not be built; what went wrong is written above.');
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
