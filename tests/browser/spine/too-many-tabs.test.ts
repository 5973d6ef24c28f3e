import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { signIn, startProduct, type Product } from '../../support/servers/product.ts';
import { socketsPerUser } from '../../../server/spine/sockets/connection-limit.ts';

/** One more tab than a user may have connected. */

let product: Product;
let device: Device;
const sockets: Socket[] = [];

beforeAll(async () => {
  product = await startProduct();
  device = await openDevice();
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await device?.close();
  await product?.close();
});

async function tokenOf(email: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': 'a'.repeat(64) },
    body: JSON.stringify({ email, password: 'Demo-2026!' }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return accessToken;
}

async function openTab(token: string): Promise<void> {
  const socket = io(`${product.url}/sync`, { transports: ['websocket'], auth: { token }, forceNew: true });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
}

test('a tab over the limit says so and works, and connects when another one closes', async () => {
  const { page } = device;
  const token = await tokenOf('trial@demo.vfp');
  for (let i = 0; i < socketsPerUser; i++) await openTab(token);
  await signIn(page, product.url, 'trial@demo.vfp');
  const note = page.getByText('Too many tabs or devices are open.');
  await note.waitFor();
  await page.goto(`${product.url}/waiting`);
  await page.getByText('Connected', { exact: true }).waitFor();
  await note.waitFor();
  sockets.pop()?.disconnect();
  // It would reconnect by itself within a minute; the `online` event makes it immediate.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await note.waitFor({ state: 'detached' });
  expect(device.problems).toEqual([]);
});
