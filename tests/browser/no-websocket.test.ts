import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevice, type Device } from '../support/browser.ts';
import { signIn, startProduct, type Product } from '../support/product.ts';

/** A network that lets web pages through and no WebSocket, as some companies have. */

let product: Product;
let engineer: Device;
let expert: Device;

beforeAll(async () => {
  product = await startProduct();
  engineer = await openDevice();
  expert = await openDevice();
});

afterAll(async () => {
  await engineer?.close();
  await expert?.close();
  await product?.close();
});

test('without WebSockets the app says that live updates are limited, and what others write comes all the same', async () => {
  const { page } = engineer;
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.getByText('Live updates do not get through this network.').waitFor();
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  const roomId = new URL(page.url()).searchParams.get('room');
  await signIn(expert.page, product.url, 'expert@demo.vfp');
  await expert.page.goto(`${product.url}/admin/expert-chat-messages?room=${roomId}`);
  await expert.page.getByRole('textbox', { name: 'Message' }).fill('Can you read this?');
  await expert.page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Can you read this?').waitFor();
  expect(engineer.problems).toEqual([]);
});
