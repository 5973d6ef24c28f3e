import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pdf } from '../../support/files/sample-files.ts';
import { photo, provideProduct } from '../../support/servers/product.ts';
import { engineerPlaces, goTo } from './places.ts';

/** Attacks by users and files, tried on the pages they would target. */

const room = engineerPlaces.find((place) => place.name === 'expert room') ?? engineerPlaces[0];

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');
beforeAll(async () => {
  await openRoom(device.page);
});

const badFiles = [
  {
    what: 'the sixth file',
    files: Array.from({ length: 6 }, (_, i) => Object.assign({}, photo, { name: `${i}.png` })),
    words: '5.png: Max(5 files) file upload exceeded.',
    attached: 5,
  },
  {
    what: 'a file of 5 MB',
    files: [Object.assign({}, photo, { buffer: Buffer.alloc(5 * 1024 * 1024) })],
    words: `${photo.name}: Max file size greater than 5M`,
    attached: 0,
  },
  {
    what: 'a drawing that can carry scripts',
    files: [
      { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      photo,
    ],
    words: 'logo.svg: This file type is not accepted. Send xlsx, csv, docx, pptx, pdf, txt or an image.',
    attached: 1,
  },
];

test.each(badFiles)(
  '$what: refused at once, by name and in the specified words, and the files beside it are attached',
  async ({ files, words, attached }) => {
    const { page } = device;
    await page.locator('input[type=file]').setInputFiles(files);
    expect(await page.getByRole('alert').textContent()).toBe(words);
    const list = page.getByRole('list', { name: 'Files to send' });
    expect(await list.getByRole('listitem').count()).toBe(attached);
    for (let left = attached; left > 0; left--) await list.getByRole('button').first().click();
    expect(await list.count()).toBe(0);
  },
);

test('markup in a message is text, for its writer and for its reader', async () => {
  const { page } = device;
  const markup = '<img src="x" onerror="document.title=\'gone\'"><b>bold</b><script>document.title="gone"</script>';
  await write(page, markup);
  await page.reload();
  const bubble = page.locator('[data-message]', { hasText: 'bold' }).last();
  await bubble.waitFor();
  expect(await bubble.locator('p').textContent()).toBe(markup);
  expect(await bubble.locator('img, b, script').count()).toBe(0);
  expect(await page.title()).not.toBe('gone');
});

test('pictures and styles in a message are text, and only web addresses are links: nothing is loaded, nothing runs', async () => {
  const { page } = device;
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const text =
    "[pay](javascript:document.title='gone') ![cell](https://evil.example/x.png) <https://evil.example> " +
    '[x](data:text/html,x) [y](vbscript:x) <style>body{display:none}</style> ends here';
  await write(page, text);
  const bubble = page.locator('[data-message]', { hasText: 'ends here' }).last();
  expect(await bubble.locator('p').textContent()).toBe(text);
  expect(await bubble.locator('img, style').count()).toBe(0);
  const links = await bubble.locator('a').all();
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    'https://evil.example/x.png',
    'https://evil.example/',
  ]);
  for (const link of links) {
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await link.getAttribute('target')).toBe('_blank');
  }
  expect(asked.filter((url) => !url.startsWith(product.url))).toEqual([]);
});

test('the name of a conversation and the name of a file are text too', async () => {
  const { page } = device;
  const name = `<img src=x onerror="document.title='gone'"> named`;
  const status = await page.evaluate(async (resultName) => {
    const token = /(?:^|; )at=([^;]+)/.exec(document.cookie)?.[1];
    const shown = /(?:^|; )deviceId=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    const headers = { 'x-device-id': shown, 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ result_name: resultName });
    return (await fetch('/api/v1/po-chats/rooms', { method: 'POST', headers, body })).status;
  }, name);
  expect(status).toBe(201);
  await page.goto(`${product.url}/one-stop-order/messenger`);
  await page.getByRole('link', { name: '<img src=x' }).first().click();
  await page.getByRole('heading', { name }).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `<b onclick='x'>report.pdf`, mimeType: 'application/pdf', buffer: pdf });
  await write(page, 'With a report of that name');
  await page.getByText(`b onclick='x'`).first().waitFor();
  expect(await page.locator('img[src="x"], b[onclick]').count()).toBe(0);
  expect(await page.title()).not.toBe('gone');
  await openRoom(page);
});

test('a message the server refuses stays, with the reason and what can be done about it', async () => {
  const { page } = device;
  const program = {
    name: 'data.png',
    mimeType: 'image/png',
    buffer: Buffer.from('MZ this is a program, not a picture'),
  };
  await page.locator('input[type=file]').setInputFiles(program);
  await write(page, 'Please look at this picture.');
  const message = page.locator('[data-message]', { hasText: 'Please look at this picture.' });
  await page.locator('[data-delivery="refused"]').waitFor();
  await message
    .getByText('Your message is kept. It could not be sent: data.png: This file type is not accepted.')
    .waitFor();
  // The same file would be refused again.
  for (const [action, count] of [
    ['Retry', 0] as const,
    ['Edit', 1] as const,
    ['Copy', 1] as const,
    ['Discard', 1] as const,
  ]) {
    expect(await message.getByRole('button', { name: action, exact: true }).count()).toBe(count);
  }
  await page.getByRole('link', { name: '1 needs you' }).click();
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
  await page.getByText('Please look at this picture.').waitFor();
  await page.reload();
  await page.getByText('This file type is not accepted.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Nothing is waiting').waitFor();
});

test('a walk through every screen breaks no rule of the content security policy', { tags: ['all-only'] }, async () => {
  for (const place of engineerPlaces) await goTo(device.page, product.url, place);
  expect(device.problems).toEqual([]);
});

test('the API description opens under a policy of its own', async () => {
  const { page } = device;
  const reply = await page.goto(`${product.url}/docs`);
  const policy = reply?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  await page.getByRole('heading', { name: /Virtual Factory Platform/ }).waitFor();
  await page.getByText('/api/v1/auth/login').first().waitFor();
  expect(await (await page.request.get(`${product.url}/docs/json`)).text()).toContain('/api/v1/sync/push');
  expect(device.problems).toEqual([]);
});

async function openRoom(page: Page): Promise<void> {
  if (room === undefined) throw new Error('no such place');
  await goTo(page, product.url, room);
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText(text).last().waitFor();
}
