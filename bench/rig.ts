import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { uuidv7 } from '#domain/ids.ts';
import { ensureChromium } from '../scripts/chromium.ts';
import { demoId } from '../server/demo/users.ts';
import { silentLog } from '../server/log.ts';
import { startPostgres } from '../server/postgres/postgres.ts';
import { serverProcess } from '../tests/support/server-process.ts';
import { chromiumArgs } from './devices.ts';

/** The built app on a server of its own, with demo data, and a Chromium: for measurements in pages. */
export interface Rig {
  url: string;
  browser: Browser;
  close(): Promise<void>;
}

export async function startRig(): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-typing-'));
  const postgres = await startPostgres({ dataDir: folder, log: silentLog });
  const server = await serverProcess({ DATABASE_URL: postgres.url, DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'warn' });
  await server.start();
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: chromiumArgs,
  });
  return {
    url: `http://localhost:${server.port}`,
    browser,
    close: async () => {
      await browser.close();
      await server.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signs the demo engineer in; resolves when the page works without a network. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/chat/);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

export interface SentCommand {
  type: string;
  args: Record<string, unknown>;
}

/**
 * Sends commands as fast as the server accepts them, from a device of its own.
 * @param user name of a demo user, as in `demoId`
 * @throws Error when one is not accepted
 */
export async function pushAs(
  url: string,
  user: 'expert' | 'engineer',
  commands: readonly SentCommand[],
): Promise<void> {
  const token = await tokenOf(url, `${user}@demo.vfp`);
  const clientId = newId();
  for (let from = 0; from < commands.length; from += framed) {
    const frame = commands
      .slice(from, from + framed)
      .map(({ type, args }, i) => ({ cmdId: newId(), n: from + i + 1, type, v: 1, args }));
    const response = await fetch(`${url}/api/v1/sync/push`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify({ protocol: 1, clientId, actor: demoId(user), commands: frame }),
    });
    const reply = (await response.json()) as { results?: { s: string }[] };
    const refused = reply.results?.find(({ s }) => s !== 'ok') ?? (reply.results === undefined ? reply : undefined);
    if (refused !== undefined) throw new Error(JSON.stringify(refused));
  }
}

const framed = 500;
const headers = { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json' };

async function tokenOf(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'Demo-2026!' }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

export function newId(): string {
  return uuidv7(Date.now(), (into) => void crypto.getRandomValues(into as Uint8Array<ArrayBuffer>));
}
