import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Finds or installs Chromium for the browser tests, or fails with instructions. */

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

/** Finds the path of an installed Chromium. @returns undefined if there is none or `CHROMIUM` is `none` */
export function findChromium(): string | undefined {
  if (process.env['CHROMIUM'] === 'none') return undefined;
  const playwrights = chromium.executablePath();
  return [...places, playwrights].find((path) => path !== undefined && path !== '' && existsSync(path));
}

/**
 * Returns the path of the headless-only Chromium, which takes a quarter less time. If it is not installed, or
 * `CHROMIUM` is set, the result is that of `findChromium`.
 */
export function findHeadlessChromium(): string | undefined {
  const shell = '/usr/bin/chromium-headless-shell';
  return (process.env['CHROMIUM'] ?? '') === '' && existsSync(shell) ? shell : findChromium();
}

/**
 * Returns the path of a Chromium. Installs it if there is none: as root the Debian package, otherwise Playwright's
 * download.
 * @throws Error with instructions when it could not be installed or `CHROMIUM` is `none`
 */
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
    // Not every system has this package. Without it the tests take longer.
    spawnSync('apt-get', [...aptInstall, 'chromium-headless-shell'], { stdio: 'inherit' });
  } else {
    console.log('No Chromium found; asking Playwright for one.');
    spawnSync('npx', ['playwright-core', 'install', 'chromium-headless-shell', 'chromium'], { stdio: 'inherit' });
  }
}
