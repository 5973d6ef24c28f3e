import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { openDevice, type Device } from '../browser/browser.ts';
import { demoDatabase } from '../database/demo-world.ts';
import { hasSynced, type SyncedPart } from '../devices/disk.ts';
import { faultyNetwork, type FaultyNetwork } from './proxy.ts';
import { serverProcess, type ServerProcess } from './server-process.ts';
import { until } from '../until.ts';
import type { Db } from '../../../server/database/db.ts';

/** The whole product: the server in its own process, with demo data, behind a network that can fail. */
export interface Product {
  url: string;
  server: ServerProcess;
  network: FaultyNetwork;
  /** The server's database, for checks from outside. */
  db: Db;
  close(): Promise<void>;
}

/** @param env more settings, by the names of the environment */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const database = await demoDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-product-'));
  let port = 0;
  const network = await faultyNetwork(() => port);
  const server = await serverProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: 'on',
    PUBLIC_URL: network.url,
    LOG_LEVEL: 'warn',
    ...env,
  });
  port = server.port;
  await server.start();
  return {
    url: network.url,
    server,
    network,
    db: database.db,
    async close() {
      await server.stop();
      await network.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A product, and its users' browsers. */
export interface ProvidedProduct extends Product {
  /** Opens a browser, in which this demo user signs in. @param parts what it must have been told; see `signIn` */
  device(email?: string, looks?: Parameters<typeof openDevice>[0], parts?: SyncedPart[]): Promise<Device>;
}

/** Starts a product for this file. After its last test, it is closed with its browsers. @param env see `startProduct` */
export async function provideProduct(env: Record<string, string> = {}): Promise<ProvidedProduct> {
  const product = await startProduct(env);
  const devices: Device[] = [];
  const close = async () => {
    await Promise.all(devices.map((device) => device.close()));
    await product.close();
  };
  afterAll(close);
  return {
    ...product,
    async device(email, looks, parts) {
      const device = await openDevice(looks);
      devices.push(device);
      try {
        if (email !== undefined) await signIn(device.page, product.url, email, parts);
      } catch (error) {
        // Hooks of a file that cannot be loaded are not run.
        await close();
        throw error;
      }
      return device;
    },
  };
}

/**
 * Signs in as a demo user and waits until the device is ready for offline use.
 * @param parts what it must have been told; everything, unless the test says otherwise
 */
export async function signIn(page: Page, url: string, email: string, parts?: SyncedPart[]): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/(chat|admin)/);
  await untilReadyOffline(page, parts);
}

/** Waits until this device has everything a signed-in user needs offline. */
export async function untilReadyOffline(page: Page, parts?: SyncedPart[]): Promise<void> {
  await page.evaluate(async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.ready;
    const worker = active ?? waiting ?? installing;
    if (worker === null || worker.state === 'activated') return;
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
    });
  });
  await until('this device has been told everything', () => hasSynced(page, parts));
  await until('the texts this page has loaded are kept', () => page.evaluate(hasKeptTexts));
}

/** Whether every locale file that the page has loaded is in a cache; runs in the page. */
async function hasKeptTexts(): Promise<boolean> {
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).pathname.startsWith('/locales/'));
  return (await Promise.all(loaded.map((name) => caches.match(name, { ignoreSearch: true })))).every(
    (kept) => kept !== undefined,
  );
}

/** A small photo, as a phone would attach it. */
export const photo = {
  name: 'swollen-cell.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
    'base64',
  ),
};
