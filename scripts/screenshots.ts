import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { ensureChromium } from './chromium.ts';
import { withFewColors } from './few-colors.ts';
import { shots, type Shot } from './screenshot-shots.ts';
import { tellStory } from './screenshot-story.ts';
import { webManifest } from './web-manifest.ts';

/**
 * Serves the built app with fresh demo data and takes every screen, on a phone and a desktop, in light and dark, into
 * `docs/screenshots`; those the web manifest names go to `public/screenshots` too. Names of screens as arguments: only those.
 */

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'screenshots');
const wanted = process.argv.slice(2);
const devices = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
type Device = keyof typeof devices;

const dataDir = mkdtempSync(join(tmpdir(), 'vfp-screenshots-'));
const { url, server } = await startServer();
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
  env: { ...process.env, FONTCONFIG_FILE: plainFonts() },
});
try {
  await tellStory(url, await drawnPlot(browser));
  mkdirSync(folder, { recursive: true });
  for (const device of ['desktop', 'phone'] as const) {
    for (const who of ['nobody', 'engineer', 'expert'] as const) {
      const mine = shots.filter((shot) => shot.who === who && (wanted.length === 0 || wanted.includes(shot.name)));
      if (mine.length > 0) await takeAll(mine, who, device);
    }
  }
  copyForManifest();
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

async function takeAll(mine: Shot[], who: string, device: Device): Promise<void> {
  const context = await browser.newContext({ ...devices[device], reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    if (who !== 'nobody') await signIn(context, page, who);
    for (const shot of mine) {
      if (shot.offline === true) await context.setOffline(true);
      await shot.open(page, url);
      await take(page, `${shot.name}-${device}`);
    }
  } finally {
    await context.close();
  }
}

async function take(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.mouse.move(0, 0);
    // Two equal pictures in a row: what was still arriving has arrived.
    let last: Buffer = Buffer.alloc(0);
    let now: Buffer = await page.screenshot({ caret: 'hide' });
    while (!now.equals(last)) {
      await wait(300);
      last = now;
      now = await page.screenshot({ caret: 'hide' });
    }
    const small = withFewColors(now);
    writeFileSync(join(folder, `${name}-${colorScheme}.png`), small);
    console.log(`${name}-${colorScheme}.png ${Math.round(small.length / 1024)} KB`);
  }
}

async function signIn(context: BrowserContext, page: Page, who: string): Promise<void> {
  // The note about storage that may be cleared is of this headless browser, not of the product.
  await context.addInitScript(() => localStorage.setItem('vfp.storage-note', 'dismissed'));
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(`${who}@demo.vfp`);
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/(chat|admin)/);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Machines without a desktop know no system font; the pictures shall look as on those that do. */
function plainFonts(): string {
  const file = join(dataDir, 'fonts.conf');
  const fonts = ['Inter', 'Roboto', 'Noto Sans', 'Liberation Sans', 'Arial'].map((font) => `<string>${font}</string>`);
  const prefer = `<match target="pattern"><edit name="family" mode="prepend" binding="strong">${fonts.join('')}</edit></match>`;
  writeFileSync(file, `<fontconfig><include>/etc/fonts/fonts.conf</include>${prefer}</fontconfig>`);
  return file;
}

/** A server of its own, with a database of its own, that ends with this script. */
async function startServer(): Promise<{ url: string; server: ChildProcess }> {
  const port = await freePort();
  const own = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...own, DATABASE_URL: '', PUBLIC_URL: `http://localhost:${port}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://localhost:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(`${address}/readyz`).catch(() => undefined);
    if (ready?.ok === true) return { url: address, server: child };
    if (child.exitCode !== null) break;
    await wait(200);
  }
  throw new Error('The server did not start.');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A capacity curve, as an expert would send it. */
async function drawnPlot(by: Browser): Promise<Uint8Array<ArrayBuffer>> {
  const page = await by.newPage({ viewport: { width: 600, height: 320 } });
  await page.setContent(`<body style="margin:0"><svg width="600" height="320" font-family="sans-serif" font-size="13" fill="#475668">
    <rect width="600" height="320" fill="#fff"/><path d="M60 20V280H580" fill="none" stroke="#7f8fa1"/>
    <polyline points="${curve(0.9)}" fill="none" stroke="#7ab8f7" stroke-width="2"/>
    <polyline points="${curve(1.1)}" fill="none" stroke="#015aae" stroke-width="2"/>
    <polyline points="${curve(3)}" fill="none" stroke="#a11212" stroke-width="2.5"/>
    <text x="500" y="246" fill="#a11212">cell 14</text><text x="280" y="306">cycle</text>
    <text x="24" y="180" transform="rotate(-90 24 180)">capacity / Ah</text></svg>`);
  const picture = await page.screenshot();
  await page.close();
  return new Uint8Array(picture);
}

/** The points of a line that falls by so much a step, with a step of its own two thirds on. */
function curve(loss: number): string {
  const y = (i: number) => 60 + i * loss + (i > 31 ? 6 : 0) + Math.sin(i * 1.7);
  return Array.from({ length: 56 }, (_, i) => `${60 + i * 9},${y(i)}`).join(' ');
}

/** Installing browsers show the pictures that the manifest names. */
function copyForManifest(): void {
  const shown = join(root, 'public', 'screenshots');
  mkdirSync(shown, { recursive: true });
  for (const { src } of webManifest.screenshots ?? []) {
    const name = src.replace('/screenshots/', '');
    copyFileSync(join(folder, name), join(shown, name));
  }
}
