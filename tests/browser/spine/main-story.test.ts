import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import {
  desktop,
  openBrowser,
  openDevice,
  phone,
  type Device,
  type OwnBrowser,
} from '../../support/browser/browser.ts';
import { photo, signIn, startProduct, type Product } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** The promise of the product in one story from start to end, with every fault that can occur. */

let product: Product;
let expert: Device;
let engineer: OwnBrowser;

const question = 'Why does the anode overhang the cathode?';
const texts = [
  'One of the cells from Monday is swollen.',
  'It sat at 45 °C over the weekend.',
  'Can I still run the RPT on it?',
];
const withPhoto = 'This is how it looks.';
const reply = 'Do not cycle it. Put it into the sand box and send us the serial number.';

beforeAll(async () => {
  product = await startProduct();
  expert = await openDevice({ viewport: desktop });
  engineer = await openBrowser({ viewport: phone });
});

afterAll(async () => {
  await engineer?.close();
  await expert?.close();
  await product?.close();
});

test('an engineer works without a network, the browser and the server are killed, and everything takes effect exactly once', async () => {
  onTestFailed(async () => {
    await engineer.page.screenshot({ path: join(tmpdir(), 'vfp-story-engineer.png') });
    await expert.page.screenshot({ path: join(tmpdir(), 'vfp-story-expert.png') });
    await engineer.page.goto(`${product.url}/waiting`);
    await engineer.page.getByRole('main').waitFor();
    await engineer.page.screenshot({ path: join(tmpdir(), 'vfp-story-waiting.png') });
  });
  await signIn(expert.page, product.url, 'expert@demo.vfp');
  await expert.page.goto(`${product.url}/admin/expert-chat-messages`);
  await signIn(engineer.page, product.url, 'engineer@demo.vfp');
  await engineer.context.close();

  // The engineer opens the app on a lab floor with no network,
  product.network.cut();
  engineer = await openBrowser({ viewport: phone, profile: engineer.profile });
  await engineer.context.setOffline(true);
  const { page } = engineer;
  await page.goto(`${product.url}/chat/general`);
  await page.getByText('No connection. What you write is kept and sent later.').waitFor();

  // asks the assistant,
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.keyboard.press('Enter');
  await page.getByText('from saved knowledge').last().waitFor();
  expect(await deliveryOf(page, question)).toBe('queued');

  // writes to an expert with a photo,
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  for (const text of texts) await write(page, text);
  await page.locator('input[type=file]').setInputFiles(photo);
  await write(page, withPhoto);
  for (const text of [...texts, withPhoto]) expect(await deliveryOf(page, text)).toBe('queued');

  // finishes a draft order and places it.
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  await page.getByRole('link', { name: /PO-/ }).first().click();
  const order = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await goToStep(page, 'Cell');
  await page.getByLabel('Number of cells').fill('24');
  await page.getByRole('button', { name: 'Fill empty fields with typical values' }).click();
  await goToStep(page, 'Review');
  await page.getByRole('button', { name: 'Place when online' }).click();
  await page.getByText('Will be placed when online').first().waitFor();

  // The browser is killed.
  await engineer.kill();

  // Later the network returns, but the first replies get lost after their commit,
  engineer = await openBrowser({ viewport: phone, profile: engineer.profile });
  product.network.loseReplies();
  await engineer.page.goto(`${product.url}/chat/chat-with-expert`);
  await until('the first messages are committed', async () => (await countOf(texts[0] as string)) === 1);
  // and the server is killed while the queue drains.
  await product.server.kill();
  expect(await waitingCount(engineer.page)).toBeGreaterThan(0);
  product.network.restore();
  await product.server.start();

  await until('nothing waits any more', async () => (await waitingCount(engineer.page)) === 0);

  // The expert sees each message once, in order, with the photo,
  const inbox = expert.page;
  await inbox.getByRole('link', { name: new RegExp(withPhoto) }).click();
  await inbox.getByRole('log').getByText(withPhoto).waitFor();
  expect(await shownTexts(inbox)).toEqual([...texts, withPhoto]);
  await inbox.getByRole('log').getByRole('img', { name: photo.name }).waitFor();

  // and answers.
  await write(inbox, reply);
  await engineer.page.getByRole('link', { name: /Chat with an expert/ }).click();
  await engineer.page.getByRole('log').getByText(reply).waitFor();
  expect(await shownTexts(engineer.page)).toEqual([...texts, withPhoto]);

  // Read and unread marks are right on both sides.
  await until('the expert sees that the answer was read', async () => (await deliveryOf(inbox, reply)) === 'read');
  await until(
    'the engineer sees that the message was read',
    async () => (await deliveryOf(engineer.page, withPhoto)) === 'read',
  );
  expect(await unreadIn(texts[0] as string)).toEqual({ user: 0, support: 0 });

  // The question was answered once, the order placed once.
  for (const text of [question, ...texts, withPhoto, reply]) expect(await countOf(text), text).toBe(1);
  expect(await answersTo(question)).toBe(1);
  expect(await placingsOf(order)).toEqual({ placed: 1, status: 'submitted', quantity: 24 });
  await engineer.page.goto(`${product.url}/one-stop-order/history/${order}`);
  await engineer.page.getByText('Submitted').filter({ visible: true }).first().waitFor();
  await engineer.page.goto(`${product.url}/chat/general`);
  await engineer.page.getByRole('log').getByText(question, { exact: true }).waitFor();
  expect(engineer.problems).toEqual([]);
  expect(expert.problems).toEqual([]);
});

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText(text).waitFor();
}

async function goToStep(page: Page, step: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^(\\d\\.? ?)?${step}`) })
    .first()
    .click();
}

/** Returns the delivery state of one of the user's messages, as marked. */
async function deliveryOf(page: Page, text: string): Promise<string | null> {
  return await page.locator('[data-message]', { hasText: text }).last().getAttribute('data-delivery');
}

/** Returns the story's texts in the room, from top to bottom. */
async function shownTexts(page: Page): Promise<string[]> {
  const all = await page.locator('[data-message] p').allTextContents();
  const wanted = new Set([...texts, withPhoto]);
  return all.filter((text) => wanted.has(text));
}

/** Returns the number of commands in this device's outbox, read from its disk. */
async function waitingCount(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('vfp_u_'));
    if (name === undefined) throw new Error('no database');
    return await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('error', () => reject(new Error('not opened')));
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('outbox').objectStore('outbox').count();
        reading.addEventListener('success', () => {
          opening.result.close();
          resolve(reading.result);
        });
      });
    });
  });
}

async function countOf(content: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where type = 'message.sent' and data #>> '{message,content}' = ${content}`.execute(
    product.db,
  );
  return rows[0]?.n ?? 0;
}

async function answersTo(content: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from messages a join messages q on q.id::text = a.data #>> '{answer,questionId}'
    where q.data ->> 'content' = ${content}`.execute(product.db);
  return rows[0]?.n ?? 0;
}

/** Returns the unread count of each side of the story's room. */
async function unreadIn(content: string): Promise<{ user: number; support: number }> {
  const { rows } = await sql<{ user: number; support: number }>`
    select jsonb_array_length(r.data #> '{unread,user}') as user, jsonb_array_length(r.data #> '{unread,support}') as support
    from rooms r join messages m on m.room_id = r.id where m.data ->> 'content' = ${content}`.execute(product.db);
  return rows[0] ?? { user: -1, support: -1 };
}

async function placingsOf(order: string): Promise<{ placed: number; status: string; quantity: number } | undefined> {
  const { rows } = await sql<{ placed: number; status: string; quantity: number }>`
    select (select count(*)::int from events where stream = ${`order:${order}`} and data #>> '{entry,event}' = 'PLACE') as placed,
           data ->> 'status' as status, (data #>> '{doc,quantity}')::int as quantity
    from orders where id = ${order}::uuid`.execute(product.db);
  return rows[0];
}
