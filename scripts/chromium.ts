import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Finds the Chromiums for the browser tests, or installs them, or says exactly what to do. */

const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const whatToDo =
  'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.';

/** The path of an installed Chromium, or undefined; also undefined where `CHROMIUM` is `none`. */
export function findChromium(): string | undefined {
  if (process.env['CHROMIUM'] === 'none') return undefined;
  const playwrights = chromium.executablePath();
  return [...places, playwrights].find((path) => path !== undefined && path !== '' && existsSync(path));
}

/**
 * The path of a Chromium that cannot open a window and therefore needs a quarter less time; where none is installed, or
 * `CHROMIUM` says which to use, the same as `findChromium`.
 */
export function findHeadlessChromium(): string | undefined {
  const shell = '/usr/bin/chromium-headless-shell';
  return (process.env['CHROMIUM'] ?? '') === '' && existsSync(shell) ? shell : findChromium();
}

/** The path of a Chromium, installed now if there was none: Debian's package as root, else Playwright's download. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.env['CHROMIUM'] === 'none') throw new Error(whatToDo);
  try {
    install();
  } catch (error) {
    throw new Error(`It could not be installed. ${whatToDo}`, { cause: error });
  }
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new Error(whatToDo);
}

const aptInstall = ['install', '-y', '-q', '--no-install-recommends'];

function install(): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found; installing the chromium package.');
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
    execFileSync('apt-get', [...aptInstall, 'chromium'], { stdio: 'inherit' });
    // Some systems do not have this one; then the tests take longer.
    spawnSync('apt-get', [...aptInstall, 'chromium-headless-shell'], { stdio: 'inherit' });
  } else {
    console.log('No Chromium found; asking Playwright for one.');
    spawnSync('npx', ['playwright-core', 'install', 'chromium-headless-shell', 'chromium'], { stdio: 'inherit' });
  }
}
