import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { consentGiven } from '../tests/support/browser.ts';
import { valueAt } from './order/caller.ts';
import { devices, signInAs, steadyScreenshot } from './screenshot-browser.ts';

/** Screens of one part of the product, for looking at: on both devices, in both themes and languages. */

export interface Opened {
  page: Page;
  url: string;
  /** Returns a text of the interface by its namespace and key, such as `navigator:history.list`. */
  t: (key: string) => string;
}

/** One screen. `Content` is what the content on the server is found by. */
export interface Screen<Content> {
  name: string;
  who: 'engineer' | 'expert';
  path: (content: Content) => string;
  /** What is done on the page then. */
  open?: (at: Opened) => Promise<void>;
  /** It has the same parts as another one: axe need not look at both. */
  isAlike?: boolean;
  /** Taken in a window so high that the whole page is in it. */
  isTall?: true;
  /** Printed as well. */
  isPrinted?: true;
}

const tall = { desktop: { width: 1440, height: 3400 }, phone: { width: 390, height: 5200 } };

/** Each sort of picture: which device, which language, which themes. */
const sorts = [
  { device: 'desktop', language: 'en', themes: ['light', 'dark'] },
  { device: 'phone', language: 'en', themes: ['light', 'dark'] },
  { device: 'desktop', language: 'ko', themes: ['dark'] },
  { device: 'phone', language: 'ko', themes: ['light'] },
] as const;
type Sort = (typeof sorts)[number];

interface Taken<Content> {
  browser: Browser;
  url: string;
  /** Folder for the pictures; each sort has one of its own in it. */
  folder: string;
  screens: readonly Screen<Content>[];
  content: Content;
  /** Called for each screen on a desktop once it is taken, to print it. */
  printed?: (page: Page, name: string) => Promise<void>;
}

/** Takes each screen in each sort. One that cannot be opened is named, and the process fails in the end. */
export async function takeScreens<Content>(these: Taken<Content>): Promise<void> {
  for (const sort of sorts) {
    for (const who of ['engineer', 'expert'] as const) await takeOnesOf(who, sort, these);
  }
}

async function takeOnesOf<Content>(who: string, sort: Sort, these: Taken<Content>): Promise<void> {
  const { browser, url } = these;
  const screens = these.screens.filter((screen) => screen.who === who);
  if (screens.length === 0) return;
  const context = await browser.newContext({ ...devices[sort.device], reducedMotion: 'reduce' });
  await context.addCookies(consentGiven());
  context.setDefaultTimeout(10_000);
  try {
    const page = await context.newPage();
    await signInAs(page, url, who);
    await page.goto(`${url}/waiting?lng=${sort.language}`);
    for (const screen of screens) {
      await takeOne(page, screen, sort, these).catch((error: unknown) => {
        console.error(`${screen.name} on a ${sort.device} in ${sort.language}: ${String(error).slice(0, 400)}`);
        process.exitCode = 1;
      });
    }
  } finally {
    await context.close();
  }
}

async function takeOne<Content>(page: Page, screen: Screen<Content>, sort: Sort, these: Taken<Content>) {
  const { device, language, themes } = sort;
  await page.setViewportSize(screen.isTall === true ? tall[device] : devices[device].viewport);
  await openScreen({ page, url: these.url, t: textsIn(language) }, screen, these.content);
  for (const theme of themes) {
    const into = join(these.folder, `${language}-${device}-${theme}`);
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, `${screen.name}.png`), await steadyScreenshot(page, theme));
  }
  if (screen.isPrinted === true && device === 'desktop') await these.printed?.(page, `${screen.name}-${language}`);
  console.log(`${language} ${device} ${screen.name}`);
}

/** Opens a screen and waits until it has loaded. */
export async function openScreen<Content>(at: Opened, { path, open }: Screen<Content>, content: Content) {
  const { page, url } = at;
  await page.goto(`${url}${path(content)}`);
  await page.locator('main').waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  if (page.url().includes('/history/')) await page.getByRole('dialog').waitFor();
  await open?.(at);
}

/** Returns the texts of a language by namespace and key. */
export function textsIn(language: string): (key: string) => string {
  return (key) => {
    const [namespace = '', path = ''] = key.split(':');
    const file = join(import.meta.dirname, '..', 'public', 'locales', language, `${namespace}.json`);
    return String(valueAt(JSON.parse(readFileSync(file, 'utf8')), path));
  };
}

/** Presses the first button with each of these texts. */
export const press =
  (...keys: string[]) =>
  async ({ page, t }: Opened): Promise<void> => {
    for (const key of keys)
      await page
        .getByRole('button', { name: t(key), exact: true })
        .first()
        .click();
  };
