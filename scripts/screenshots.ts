import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { consentGiven } from '../tests/support/browser.ts';
import { withFewColors } from './few-colors.ts';
import { startShownServer } from './screenshot-server.ts';
import { devices, signInAs, startShownBrowser, steadyScreenshot } from './screenshot-browser.ts';
import { shots } from './screenshot-shots.ts';
import { createDemoContent } from './screenshot-content.ts';
import { webManifest } from './web-manifest.ts';
import { shownUsers, type Shot } from './screenshot-shot.ts';

/**
 * Serves the built app with fresh demo data and writes screenshots of every page, on a phone and a desktop, in light
 * and dark, to `docs/screenshots`. Those that the web manifest names are copied to `public/screenshots`. Arguments are
 * the names of the screenshots to take; without any, all are taken.
 */

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'screenshots');
const names = process.argv.slice(2);
const wanted = shots.filter((shot) => names.length === 0 || names.includes(shot.name));
type Device = keyof typeof devices;

const dataDir = mkdtempSync(join(tmpdir(), 'vfp-screenshots-'));
const server = await startShownServer(dataDir);
const browser = await startShownBrowser(dataDir);
try {
  await createDemoContent(server.url, await drawnPlot(browser));
  mkdirSync(folder, { recursive: true });
  const current = wanted.filter((shot) => shot.tooOld !== true);
  await takeEach(current);
  const tooOld = wanted.filter((shot) => shot.tooOld === true);
  if (tooOld.length > 0) server.serveTooOld();
  await takeEach(tooOld);
  copyForManifest();
} finally {
  await browser.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** On each device, each user has one browser context for read-only screenshots, and one for each that changes state. */
async function takeEach(these: Shot[]): Promise<void> {
  for (const device of ['desktop', 'phone'] as const) {
    for (const who of shownUsers) {
      const mine = these.filter((shot) => shot.who === who);
      await takeAll(
        mine.filter((shot) => shot.alone !== true),
        who,
        device,
      );
      for (const shot of mine.filter(({ alone }) => alone === true)) await takeAll([shot], who, device);
    }
  }
}

async function takeAll(these: Shot[], who: string, device: Device): Promise<void> {
  if (these.length === 0) return;
  const context = await browser.newContext({ ...devices[device], reducedMotion: 'reduce' });
  if (these[0]?.notAsked !== true) await context.addCookies(consentGiven());
  try {
    const page = await context.newPage();
    if (who !== 'guest') await signInAs(page, server.url, who);
    for (const shot of these) {
      await shot.open(page, server).catch((error: unknown) => {
        throw new Error(`${shot.name} on a ${device} could not be opened`, { cause: error });
      });
      await take(page, `${shot.name}-${device}`);
    }
  } finally {
    await context.close();
  }
}

async function take(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const small = withFewColors(await steadyScreenshot(page, colorScheme));
    writeFileSync(join(folder, `${name}-${colorScheme}.png`), small);
    console.log(`${name}-${colorScheme}.png ${Math.round(small.length / 1024)} KB`);
  }
}

/** Draws capacity curves, such as an expert would send. */
async function drawnPlot(by: Browser): Promise<Uint8Array<ArrayBuffer>> {
  const page = await by.newPage({ viewport: { width: 600, height: 360 } });
  await page.setContent(`<body style="margin:0"><svg width="600" height="360" font-family="sans-serif" font-size="22" fill="#475668">
    <rect width="600" height="360" fill="#fff"/><path d="M56 20V310H580" fill="none" stroke="#7f8fa1" stroke-width="2"/>
    <polyline points="${curve(0.9)}" fill="none" stroke="#7ab8f7" stroke-width="3"/>
    <polyline points="${curve(1.1)}" fill="none" stroke="#015aae" stroke-width="3"/>
    <polyline points="${curve(3)}" fill="none" stroke="#a11212" stroke-width="4"/>
    <text x="480" y="284" fill="#a11212">cell 14</text><text x="290" y="344">cycle</text>
    <text x="36" y="230" transform="rotate(-90 36 230)">capacity / Ah</text></svg>`);
  const picture = await page.screenshot();
  await page.close();
  return new Uint8Array(picture);
}

/** Points of a polyline that falls by `loss` pixels per point, with a drop of 6 pixels after point 31 of 56. */
function curve(loss: number): string {
  const y = (i: number) => 60 + i * loss + (i > 31 ? 6 : 0) + Math.sin(i * 1.7);
  return Array.from({ length: 56 }, (_, i) => `${60 + i * 9},${y(i)}`).join(' ');
}

/** Browsers show the screenshots named in the manifest when they install the app. */
function copyForManifest(): void {
  const shown = join(root, 'public', 'screenshots');
  mkdirSync(shown, { recursive: true });
  for (const { src } of webManifest.screenshots ?? []) {
    const name = src.replace('/screenshots/', '');
    copyFileSync(join(folder, name), join(shown, name));
  }
}
