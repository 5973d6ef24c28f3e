import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { queued } from '../../support/devices/disk.ts';
import { openExpertRoom, write } from '../../support/browser/messaging.ts';
import { provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Five tabs of one person write in one room, and an expert reads it on another device. */

const product = await provideProduct();
const engineer = await product.device('engineer@demo.vfp');
const room = await openExpertRoom(engineer.page, product.url);
const expert = await product.device('expert@demo.vfp');
await expert.page.goto(`${product.url}/chat/chat-with-expert?room=${room}`);

/** Opens tabs until there are five, all in the room. */
async function fiveTabs(): Promise<Page[]> {
  const { context } = engineer;
  while (context.pages().length < 5) await context.newPage();
  for (const page of context.pages()) {
    if (!page.url().includes(room)) await page.goto(`${product.url}/chat/chat-with-expert?room=${room}`);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  }
  return context.pages();
}

/** The texts of the room that begin like this, as the server has them, by position. */
async function stored(beginning: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'content' as text from messages
    where room_id = ${room} and data ->> 'content' like ${`${beginning}%`} order by sseq`.execute(product.db);
  return rows.map(({ text }) => text);
}

/** The texts of the room that begin like this, as a page shows them. */
const shown = (page: Page, beginning: string) =>
  page
    .getByRole('log')
    .getByText(new RegExp(`^${beginning}`))
    .allTextContents();

/** Waits until the server has all messages, every page shows them in this order, and nothing waits on the device. */
async function arrived(pages: readonly Page[], beginning: string, written: readonly string[]): Promise<void> {
  await until('all are at the server', async () => (await stored(beginning)).length >= written.length);
  for (const page of [...pages, expert.page]) {
    await expect.poll(() => shown(page, beginning)).toEqual(written);
  }
  const [page] = pages;
  if (page !== undefined) await until('nothing waits', async () => (await queued(page)) === 0);
}

test('what five tabs write in turn arrives once, in order, in every tab and at the expert', async () => {
  const tabs = await fiveTabs();
  const written: string[] = [];
  for (let i = 0; i < 15; i++) {
    const text = `in turn ${i + 1}`;
    await write(tabs[i % 5] as Page, text);
    written.push(text);
  }
  await arrived(tabs, 'in turn', written);
  expect(await stored('in turn')).toEqual(written);
});

test('what they write without a network arrives once, although the first tab is closed and another reloaded', async () => {
  const tabs = await fiveTabs();
  await engineer.context.setOffline(true);
  const written: string[] = [];
  for (let i = 0; i < 10; i++) {
    const text = `offline ${i + 1}`;
    await write(tabs[i % 5] as Page, text);
    written.push(text);
  }
  await tabs[0]?.close();
  await tabs[3]?.reload();
  for (const page of engineer.context.pages()) await expect.poll(() => shown(page, 'offline')).toEqual(written);
  await engineer.context.setOffline(false);
  await arrived(await fiveTabs(), 'offline', written);
  expect(await stored('offline')).toEqual(written);
  expect([...engineer.problems, ...expert.problems]).toEqual([]);
});

test('all five write at the same time: each tab has its own messages in order, and all show the same', async () => {
  const tabs = await fiveTabs();
  const perTab = 6;
  await Promise.all(
    tabs.map(async (page, tab) => {
      for (let i = 0; i < perTab; i++) await write(page, `at once ${tab + 1}.${i + 1}`);
    }),
  );
  await until('all are at the server', async () => (await stored('at once')).length >= 5 * perTab);
  const order = await stored('at once');
  expect(order).toHaveLength(5 * perTab);
  expect(new Set(order).size).toBe(5 * perTab);
  for (let tab = 1; tab <= 5; tab++) {
    const own = order.filter((text) => text.startsWith(`at once ${tab}.`));
    expect(own).toEqual(Array.from({ length: perTab }, (_, i) => `at once ${tab}.${i + 1}`));
  }
  for (const page of [...tabs, expert.page]) await expect.poll(() => shown(page, 'at once')).toEqual(order);
});
