import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type OwnBrowser } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** The browser's own criteria for offering the installation. */

const product = await provideProduct();
let device: OwnBrowser;

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
}

beforeAll(async () => {
  device = await openBrowser();
  await signIn(device.page, product.url, 'engineer@demo.vfp');
});

afterAll(() => device?.close());

test('the browser finds nothing that keeps the app from being installed, and knows it by one id', async () => {
  const browser = await device.context.newCDPSession(device.page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  // A link with campaign parameters must not count as a second app.
  await device.page.goto(`${product.url}/chat/general?utm_source=mail`);
  const { appId } = await browser.send('Page.getAppId');
  expect(appId).toBe(`${product.url}/`);
});

test('icons have the sizes they claim, for every shape a system asks for', async () => {
  const { icons } = await manifest();
  expect(await realSizes(icons)).toEqual(claimedSizes(icons));
  expect(new Set(icons.map((icon) => `${icon.sizes} ${icon.purpose}`))).toEqual(
    new Set(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
  );
  expect(await realSize('/icons/apple-touch-icon.png')).toBe('180x180');
});

test('the pictures in the installation dialog obey its rules', async () => {
  const { screenshots } = await manifest();
  for (const factor of ['wide', 'narrow']) {
    const mine = screenshots.filter((picture) => picture.form_factor === factor);
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.length).toBeLessThanOrEqual(8);
    expect(new Set(mine.map((picture) => picture.sizes)).size).toBe(1);
  }
  expect(await realSizes(screenshots)).toEqual(claimedSizes(screenshots));
  for (const picture of screenshots) {
    const [short = 0, long = 0] = picture.sizes
      .split('x')
      .map(Number)
      .toSorted((a, b) => a - b);
    expect(short).toBeGreaterThanOrEqual(320);
    expect(long).toBeLessThanOrEqual(3840);
    expect(long / short).toBeLessThanOrEqual(2.3);
  }
});

test('each shortcut opens its screen, also without a network', async () => {
  const { shortcuts, start_url } = await manifest();
  expect(shortcuts.length).toBeGreaterThan(0);
  expect(shortcuts.length).toBeLessThanOrEqual(4);
  product.network.cut();
  await device.context.setOffline(true);
  for (const address of [start_url, ...shortcuts.map(({ url }) => url)]) {
    await device.page.goto(`${product.url}${address}`);
    await device.page.getByRole('main').waitFor();
    expect(new URL(device.page.url()).pathname).toBe(address.split('?')[0]);
  }
  expect(device.problems).toEqual([]);
  await device.context.setOffline(false);
  product.network.restore();
});

async function manifest(): Promise<{
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { url: string }[];
  start_url: string;
}> {
  const page = await (await fetch(`${product.url}/`)).text();
  const address = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? '';
  const reply = await fetch(`${product.url}${address}`);
  expect(reply.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  return await reply.json();
}

function claimedSizes(pictures: Picture[]): string[] {
  return pictures.map(({ src, sizes }) => `${src} ${sizes}`);
}

async function realSizes(pictures: Picture[]): Promise<string[]> {
  return Promise.all(pictures.map(async ({ src }) => `${src} ${await realSize(src)}`));
}

/** Returns the actual size of a PNG, from its header. */
async function realSize(path: string): Promise<string> {
  const reply = await fetch(`${product.url}${path}`);
  expect(reply.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await reply.arrayBuffer());
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}
