import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Download, type Page } from 'playwright-core';
import { consentCategories } from '#domain/consent.ts';
import { limits } from '#domain/limits.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { patience } from './patience.ts';
import { launching, sharedBrowser } from './shared-browser.ts';
import { until } from './until.ts';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** One person's browser: cookies, databases, service worker and network of its own, in the Chromium that all tests share. */
export interface Device {
  context: BrowserContext;
  page: Page;
  /** Whatever the page reported as a violation of its content security policy, or threw. */
  problems: string[];
  close(): Promise<void>;
}

/** A Chromium of its own, with a profile that outlives its process. */
export interface OwnBrowser extends Device {
  profile: string;
  /** kill -9 of every process of this browser. */
  kill(): Promise<void>;
}

interface Looks {
  viewport?: typeof phone;
  dark?: boolean;
  consent?: 'all' | 'notAsked';
}

/** Opens an empty browser of a new person. */
export async function openDevice(looks: Looks = {}): Promise<Device> {
  const context = await (await sharedBrowser()).newContext(optionsOf(looks));
  return { ...(await prepared(context, looks)), close: () => context.close() };
}

/**
 * Opens a real Chromium on a profile folder: a new one, or one that a killed browser left behind. For what is about the
 * process, its disk, or a whole window: all else is told in the one that is shared.
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
  // The question about cookies is answered, except where a test is about it.
  if (consent !== 'notAsked') await context.addCookies(consentGiven());
  const page = context.pages()[0] ?? (await context.newPage());
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|Trusted Types/i.test(message.text())) problems.push(message.text());
  });
  return { context, page, problems };
}

/** The choice to accept everything, for every address a test may use. */
export function consentGiven(): { name: string; value: string; domain: string; path: string; expires: number }[] {
  const consent = { id: '00000000-0000-4000-8000-000000000000', categories: consentCategories, language: 'en' };
  const value = encodeURIComponent(JSON.stringify(consent));
  const expires = Math.round(Date.now() / 1000) + limits.consentCookieDays * 24 * 60 * 60;
  return ['localhost', '127.0.0.1'].map((domain) => ({ name: 'cookie_consent', value, domain, path: '/', expires }));
}

/** The processes that were started with this profile: all of them are ours. */
function processesOf(profile: string): number[] {
  return execFileSync('ps', ['-Ao', 'pid=,args='], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${profile}`))
    .map((line) => Number.parseInt(line, 10));
}

/** What a page gave to save. The shared Chromium keeps it where only it can look, so it is read through it. */
export async function bytesOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}
