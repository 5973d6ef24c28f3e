import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.ts';
import { until } from './until.ts';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** One person's browser, with a profile that outlives its process. */
export interface Device {
  context: BrowserContext;
  page: Page;
  profile: string;
  /** Whatever the page reported as a violation of its content security policy, or threw. */
  problems: string[];
  /** kill -9 of every process of this browser. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a real Chromium on a profile folder: a new one, or one that a killed browser left behind. */
export async function openDevice(
  options: { profile?: string; viewport?: typeof phone; dark?: boolean } = {},
): Promise<Device> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium: run npm test, which installs one.');
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'vfp-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: options.viewport ?? desktop,
    colorScheme: options.dark === true ? 'dark' : 'light',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|Trusted Types/i.test(message.text())) problems.push(message.text());
  });
  return {
    context,
    page,
    profile,
    problems,
    async kill() {
      for (const pid of processesOf(profile)) process.kill(pid, 'SIGKILL');
      await until('the browser is gone', () => processesOf(profile).length === 0, 10_000);
      rmSync(join(profile, 'SingletonLock'), { force: true });
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The processes that were started with this profile: all of them are ours. */
function processesOf(profile: string): number[] {
  return execFileSync('ps', ['-Ao', 'pid=,args='], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${profile}`))
    .map((line) => Number.parseInt(line, 10));
}
