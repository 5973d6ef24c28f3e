import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { serve, type Serving } from '../../server/serve.ts';
import { silentLog } from '../../server/store/log.ts';
import { openDevice, type Device } from '../support/browser.ts';
import { freshDatabase, type TestDatabase } from '../support/cluster.ts';
import { signIn } from '../support/product.ts';
import { freePort } from '../support/server-process.ts';

/** A deploy while somebody works: the new version is offered, and taken when they say so, with what they typed. */

const built = join(import.meta.dirname, '..', '..', 'dist');
const nextVersion = '9.9.9+next';
const folder = mkdtempSync(join(tmpdir(), 'vfp-builds-'));
const served = join(folder, 'served');

let database: TestDatabase;
let serving: Serving;
let device: Device;
let url: string;

beforeAll(async () => {
  cpSync(built, served, { recursive: true });
  database = await freshDatabase();
  const port = await freePort();
  url = `http://localhost:${port}`;
  const env = { PORT: String(port), DATABASE_URL: database.url, DATA_DIR: folder, DEMO: 'on', PUBLIC_URL: url };
  serving = await serve(readConfig(env), { distDir: served, log: silentLog });
  device = await openDevice();
});

afterAll(async () => {
  await device?.close();
  await serving?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a new version is offered, and taken on a click, once in every window, with what was typed', async () => {
  const { page, context } = device;
  await signIn(page, url, 'engineer@demo.vfp');
  const other = await context.newPage();
  await other.goto(`${url}/one-stop-order/history`);
  await page.bringToFront();
  await page.goto(`${url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence, not yet');
  const loads = [countLoads(page), countLoads(other)];

  deployNext();
  const offer = page.getByRole('button', { name: 'New version' });
  await offer.waitFor({ timeout: 30_000 });
  expect(loads.map((load) => load())).toEqual([0, 0]);
  await offer.click();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('-next.')),
  );
  await other.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('-next.')),
  );

  await page.getByRole('log').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Half a sentence, not yet');
  expect(await page.getByRole('button', { name: 'New version' }).count()).toBe(0);
  expect(loads.map((load) => load())).toEqual([1, 1]);
  expect(device.problems).toEqual([]);
});

function countLoads(page: Device['page']): () => number {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
}

/** Another build takes this one's place: the same app under another version, every hashed file under another name. */
function deployNext(): void {
  const { version }: { version: string } = JSON.parse(readFileSync(join(served, 'build.json'), 'utf8'));
  const all = filesIn(served);
  for (const file of all.filter((path) => /\.(br|gz)$/.test(path))) rmSync(file);
  const hashed = /([\w.-]+-[\w-]{8})\.(js|css)/g;
  for (const file of all.filter((path) => /\.(js|css|html|json)$/.test(path))) {
    const text = readFileSync(file, 'utf8')
      .replaceAll(hashed, '$1-next.$2')
      .replaceAll(version, nextVersion)
      // The service worker's list: files without a hash in their name have changed too.
      .replaceAll(/(revision"?:\s*["'`])(?=[0-9a-f]{32})/g, '$1next');
    const isHashed = /\/assets\//.test(file);
    // What the open pages still load lazily stays, as after a real deploy.
    writeFileSync(isHashed ? file.replace(hashed, '$1-next.$2') : file, text);
  }
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}
