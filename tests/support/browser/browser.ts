import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type BrowserContext, type Download, type Page } from 'playwright-core';
import { consentCategories } from '#domain/account/consent.ts';
import { findChromium } from '../../../scripts/chromium.ts';
import { patience } from '../patience.ts';
import { launching, sharedBrowser } from './shared-browser.ts';
import { until } from '../until.ts';
import { consentCookieDays } from '#domain/ground/cookies.ts';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** One user's browser: separate cookies, databases, service worker and network, in the Chromium shared by all tests. */
export interface Device {
  context: BrowserContext;
  page: Page;
  /** Violations of the content security policy and uncaught errors. */
  problems: string[];
  close(): Promise<void>;
}

/** A separate Chromium with a profile that outlives its process. */
export interface OwnBrowser extends Device {
  profile: string;
  /** Kills every process of this browser with SIGKILL. */
  kill(): Promise<void>;
}

interface Looks {
  viewport?: typeof phone;
  dark?: boolean;
  consent?: 'all' | 'notAsked';
}

/** Opens an empty browser for a new user. */
export async function openDevice(looks: Looks = {}): Promise<Device> {
  const context = await (await sharedBrowser()).newContext(optionsOf(looks));
  return { ...(await prepared(context, looks)), close: () => context.close() };
}

/**
 * Starts a separate Chromium with a profile folder: a new one, or one left by a killed browser. For tests about the
 * process, its disk or a whole window; all others use the shared one.
 */
export async function openBrowser(options: Looks & { profile?: string } = {}): Promise<OwnBrowser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium: run npm test, which installs one.');
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'vfp-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    ...launching,
    ...optionsOf(options),
  });
  return {
    ...(await prepared(context, options)),
    profile,
    async kill() {
      for (const pid of processesOf(profile)) process.kill(pid, 'SIGKILL');
      await until('the browser is gone', () => processesOf(profile).length === 0);
      rmSync(join(profile, 'SingletonLock'), { force: true });
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function optionsOf({ viewport = desktop, dark = false }: Looks) {
  return { viewport, colorScheme: dark ? 'dark' : 'light' } as const;
}

async function prepared(context: BrowserContext, { consent }: Looks) {
  context.setDefaultTimeout(patience.condition);
  // The cookie question is answered, unless a test is about it.
  if (consent !== 'notAsked') await context.addCookies(consentGiven());
  if (process.env['VFP_SLOW_CODE'] !== undefined) await slowCode(context);
  const page = context.pages()[0] ?? (await context.newPage());
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|Trusted Types/i.test(message.text())) problems.push(message.text());
  });
  return { context, page, problems };
}

/**
 * Delays every file of code by up to a second, as a slow machine does. The address changes before the page does then,
 * so a test that waits for the address alone acts on the page before, and fails.
 */
async function slowCode(context: BrowserContext): Promise<void> {
  await context.route('**/assets/*.js', async (route) => {
    // The service worker asks for all files, one after another: it would only take long.
    if (route.request().serviceWorker() === null) await setTimeout(Math.random() * 1000);
    // The page may be closed or gone by now.
    await route.continue().catch(() => undefined);
  });
}

/** Cookies with consent to everything, for every address a test may use. */
export function consentGiven(): { name: string; value: string; domain: string; path: string; expires: number }[] {
  const consent = { id: '00000000-0000-4000-8000-000000000000', categories: consentCategories, language: 'en' };
  const value = encodeURIComponent(JSON.stringify(consent));
  const expires = Math.round(Date.now() / 1000) + consentCookieDays * 24 * 60 * 60;
  return ['localhost', '127.0.0.1'].map((domain) => ({ name: 'cookie_consent', value, domain, path: '/', expires }));
}

/** Returns the processes started with this profile. */
function processesOf(profile: string): number[] {
  return execFileSync('ps', ['-Ao', 'pid=,args='], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${profile}`))
    .map((line) => Number.parseInt(line, 10));
}

/** Returns the bytes of a download. They are read through the shared Chromium, which alone has access to them. */
export async function bytesOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}
