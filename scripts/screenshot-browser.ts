import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { demoPassword } from '../server/demo/users.ts';
import { ensureChromium } from './chromium.ts';
import { dismissStorageNote } from './screenshot-shots.ts';

/** The browser that takes screenshots, and how it signs in and waits for a page to be drawn. */

export const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** @param folder for the browser's settings; the caller deletes it */
export function startShownBrowser(folder: string): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, FONTCONFIG_FILE: plainFonts(folder) },
  });
}

/** Machines without a desktop have no system font. This makes their screenshots look as on a desktop. */
function plainFonts(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const fonts = ['Inter', 'Roboto', 'Noto Sans', 'Liberation Sans', 'Arial'].map((font) => `<string>${font}</string>`);
  const prefer = `<match target="pattern"><edit name="family" mode="prepend" binding="strong">${fonts.join('')}</edit></match>`;
  writeFileSync(file, `<fontconfig><include>/etc/fonts/fonts.conf</include>${prefer}</fontconfig>`);
  return file;
}

/** Signs in as a demo user, with an English page. */
export async function signInAs(page: Page, url: string, who: string): Promise<void> {
  await page.goto(`${url}/login`);
  await dismissStorageNote(page);
  await page.getByLabel('E-mail').fill(`${who}@demo.vfp`);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/(chat|admin)/);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Takes a screenshot in this theme, once loading has finished: two equal screenshots in a row mean that. */
export async function steadyScreenshot(page: Page, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme });
  await page.mouse.move(0, 0);
  let last: Buffer = Buffer.alloc(0);
  let now: Buffer = await page.screenshot({ caret: 'hide' });
  while (!now.equals(last)) {
    await wait(300);
    last = now;
    now = await page.screenshot({ caret: 'hide' });
  }
  return now;
}
