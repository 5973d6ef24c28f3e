import { spawnSync } from 'node:child_process';
import { ensureChromium } from './chromium.ts';

/** `npm test`: everything, the browser tests included. Further arguments go to vitest, for example `npm test -- --project unit`. */

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `VFP needs Node 24, this is ${process.version}. Run it through npm (npm test), which brings its own Node.`,
  );
  process.exit(1);
}

const args = process.argv.slice(2);
const project = args[args.indexOf('--project') + 1];
const needsBrowser = !args.includes('--project') || project === 'browser';

if (needsBrowser) {
  process.env['CHROMIUM'] = ensureChromium();
  run('npm', ['run', '--silent', 'build']);
}
run('npx', ['vitest', 'run', ...args]);

function run(command: string, parameters: string[]): void {
  const { status } = spawnSync(command, parameters, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
