import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../../server/ground/log.ts';
import { startPostgres } from '../../../server/postgres/postgres.ts';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { signIn } from '../../support/servers/product.ts';
import { faultyNetwork, type FaultyNetwork } from '../../support/servers/proxy.ts';
import { serverProcess, type ServerProcess } from '../../support/servers/server-process.ts';

/** The server's data is restored to an earlier state while users have the app open. */

const root = resolve(import.meta.dirname, '../../..');
let folder: string;
let dataDir: string;
let network: FaultyNetwork;
let server: ServerProcess;
let engineer: Device;
let expert: Device;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vfp-restore-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  let port = 0;
  network = await faultyNetwork(() => port);
  server = await serverProcess({
    DATA_DIR: dataDir,
    DEMO: '1',
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
    PUBLIC_URL: network.url,
  });
  port = server.port;
  await server.start();
  engineer = await openDevice();
  expert = await openDevice();
});

afterAll(async () => {
  await engineer?.close();
  await expert?.close();
  await server?.stop();
  await network?.close();
  await (await startPostgres({ dataDir, log: silentLog })).stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(script: 'backup' | 'restore', backup: string): void {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir };
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, backup], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

const written = [
  'From me after the backup',
  'And again',
  'From the expert after the backup',
  'And again from the expert',
];

test('an open tab forgets what the server no longer has, and rests', async () => {
  await signIn(engineer.page, network.url, 'engineer@demo.vfp');
  await signIn(expert.page, network.url, 'expert@demo.vfp');
  await engineer.page.goto(`${network.url}/chat/chat-with-expert`);
  await engineer.page.getByRole('link', { name: /Chat with an expert/ }).click();
  await expert.page.goto(`${network.url}/admin/expert-chat-messages`);
  await expert.page
    .getByRole('link', { name: /Mara Lindqvist/ })
    .filter({ hasText: 'Chat with an expert' })
    .click();
  await write(engineer.page, 'Before the backup');
  const backup = join(folder, 'backup');
  run('backup', backup);
  for (const text of written.slice(0, 2)) await write(engineer.page, text);
  for (const text of written.slice(2)) await write(expert.page, text);
  for (const text of written) await shown(engineer.page, text).waitFor();

  await server.stop();
  run('restore', backup);
  await server.start();
  await engineer.page.evaluate(() => dispatchEvent(new Event('online')));
  for (const text of written) await shown(engineer.page, text).waitFor({ state: 'detached' });
  await shown(engineer.page, 'Before the backup').waitFor();

  const pushes: string[] = [];
  engineer.page.on('request', (request) => request.url().includes('/sync/push') && pushes.push(request.url()));
  for (let pulls = 0; pulls < 5; pulls++) {
    const pulled = engineer.page.waitForResponse((response) => response.url().includes('/sync/pull'));
    await engineer.page.evaluate(() => dispatchEvent(new Event('online')));
    await pulled;
  }
  // What waited for the restored server may be sent once.
  expect(pushes.length).toBeLessThan(3);
});

function shown(page: Page, text: string) {
  return page.locator('[data-message]').getByText(text, { exact: true });
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await page.locator('[data-message]:not([data-delivery="queued"])').getByText(text, { exact: true }).waitFor();
}
