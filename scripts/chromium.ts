import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Finds a Chromium for the browser tests, or installs one, or says exactly what to do. */

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

function install(): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found; installing the chromium package.');
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
  } else {
    console.log('No Chromium found; asking Playwright for one.');
    spawnSync('npx', ['playwright-core', 'install', 'chromium-headless-shell', 'chromium'], { stdio: 'inherit' });
  }
}
