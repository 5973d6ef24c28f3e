import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { demoPassword, demoUsers } from '../server/demo/users.ts';
import { consentGiven } from '../tests/support/browser/browser.ts';
import { launching } from '../tests/support/browser/shared-browser.ts';
import { ensureChromium } from './chromium.ts';

/** `npm run screenshots`: pictures of pages of a running server with demo data, on two devices, light and dark. */

const usage = `npm run screenshots -- ADDRESS...     four pictures of each, such as /chat/general
  --as engineer       signed in as this demo account; else as a visitor
  --language ko       in this language; else in English
  --at URL            on this server; else on that of npm start, http://localhost:3000
  --to FOLDER         into this folder; else into ${join(tmpdir(), 'vfp-screenshots')}`;

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string' },
    language: { type: 'string', default: 'en' },
    at: { type: 'string', default: 'http://localhost:3000' },
    to: { type: 'string', default: join(tmpdir(), 'vfp-screenshots') },
  },
});

const problem = await problemWithOptions();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
mkdirSync(values.to, { recursive: true });
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  ...launching,
});
try {
  for (const device of ['desktop', 'phone'] as const) await takeAll(browser, device);
} finally {
  await browser.close();
}

async function takeAll(by: Browser, device: keyof typeof devices): Promise<void> {
  const context = await by.newContext({ ...devices[device], reducedMotion: 'reduce' });
  await context.addCookies(consentGiven());
  // The note about storage that a browser may delete appears only where there is no desktop.
  await context.addInitScript(() => localStorage.setItem('vfp.storage-note', 'dismissed'));
  const page = await context.newPage();
  if (values.as !== undefined) await signIn(page, values.as);
  for (const address of positionals) {
    await open(page, address);
    for (const theme of ['light', 'dark'] as const) {
      const file = join(values.to, `${nameOf(address)}-${device}-${theme}.png`);
      writeFileSync(file, await steadyPicture(page, theme));
      console.log(file);
    }
  }
  await context.close();
}

async function signIn(page: Page, who: string): Promise<void> {
  await page.goto(new URL('/login', values.at).href);
  await page.getByLabel('E-mail').fill(`${who}@demo.vfp`);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
}

/** Opens an address and waits until nothing on it is loading. */
async function open(page: Page, address: string): Promise<void> {
  const url = new URL(address, values.at);
  url.searchParams.set('lng', values.language);
  await page.goto(url.href);
  await page.locator('main').waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** Takes pictures until two in a row are equal: then everything is drawn. */
async function steadyPicture(page: Page, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme });
  let last: Buffer = Buffer.alloc(0);
  let now: Buffer = await page.screenshot({ caret: 'hide' });
  while (!now.equals(last)) {
    await wait(300);
    last = now;
    now = await page.screenshot({ caret: 'hide' });
  }
  return now;
}

/** Returns `chat-general` for `/chat/general`. */
function nameOf(address: string): string {
  return address.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home';
}

/** @returns what is wrong with the options, and what to do */
async function problemWithOptions(): Promise<string | undefined> {
  if (positionals.length === 0) return usage;
  const accounts = demoUsers.map(({ email }) => email.replace('@demo.vfp', ''));
  if (values.as !== undefined && !accounts.includes(values.as))
    return `The demo has no account ${values.as}. Its accounts: ${accounts.join(', ')}.`;
  const isThere = await fetch(new URL('/healthz', values.at)).then(
    ({ ok }) => ok,
    () => false,
  );
  return isThere
    ? undefined
    : `No server answers at ${values.at}. Start one with npm start, or name another: --at URL.`;
}
