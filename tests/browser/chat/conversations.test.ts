import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiHeader } from '#domain/ground/wire/api-header.ts';
import { bytesOf, desktop, openDevice, phone } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** Past conversations: found again, renamed, pinned, saved, printed, deleted and brought back, also offline. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

const log = (page: Page) => page.getByRole('log');
const sheet = (page: Page) => page.getByRole('dialog').first();
const top = (page: Page) => page.getByRole('dialog').last();

/** The texts of the screens that a test needs, in one language. */
const english = {
  path: '/chat/general',
  fresh: 'New conversation',
  question: 'Your question',
  past: 'Past conversations',
  search: 'Search all conversations',
  options: (title: string) => `Options of "${title}"`,
  rename: 'Rename',
  title: 'Title',
  save: 'Save',
  pin: 'Pin',
  pinned: 'Pinned',
  markdown: 'Save as Markdown',
  print: 'Print',
  delete: 'Delete',
  undo: 'Undo',
  find: 'Find pages, conversations and orders',
  questions: ['What is a quokka?', 'And a wombat?', 'What do the numbers in 18650, 21700 and 4680 mean?'],
  newTitle: 'Cell sizes',
  word: 'nominal',
};

const korean: typeof english = {
  ...english,
  fresh: '새 대화',
  question: '질문',
  past: '지난 대화',
  search: '모든 대화 검색',
  options: (title) => `"${title}" 옵션`,
  rename: '이름 바꾸기',
  title: '제목',
  save: '저장',
  pin: '고정',
  pinned: '고정됨',
  markdown: 'Markdown으로 저장',
  print: '인쇄',
  delete: '삭제',
  undo: '실행 취소',
  find: '페이지, 대화, 주문 찾기',
  questions: ['쿼카가 무엇인가요?', '웜뱃은요?', '18650, 21700, 4680의 숫자는 무엇을 뜻하나요?'],
  newTitle: '셀 크기',
  word: '공칭',
};

async function ask(page: Page, words: typeof english, text: string): Promise<void> {
  await page.getByRole('textbox', { name: words.question }).fill(text);
  await page.keyboard.press('Enter');
  await log(page).getByText(text, { exact: true }).first().waitFor();
}

async function openPast(page: Page, words: typeof english): Promise<void> {
  await page.getByRole('button', { name: words.past }).click();
  await page.getByRole('searchbox', { name: words.search }).waitFor();
}

async function openMenu(page: Page, words: typeof english, title: string): Promise<void> {
  await openPast(page, words);
  await sheet(page)
    .getByRole('button', { name: words.options(title) })
    .click();
}

const choose = (page: Page, name: string) => top(page).getByRole('button', { name, exact: true }).click();

/** Asks the questions in a new conversation, and leaves it. */
async function converse(page: Page, words: typeof english): Promise<void> {
  await page.goto(`${product.url}${words.path}?c=new`);
  for (const text of words.questions) await ask(page, words, text);
  // A word of the third answer, and of no question.
  await log(page).getByText(words.word).first().waitFor();
  await page.getByRole('link', { name: words.fresh }).click();
  await expect.poll(() => log(page).count()).toBe(0);
}

/** Finds the conversation by a word, opens it at the message, and returns whether the message is highlighted in view. */
async function findAgain(page: Page, words: typeof english): Promise<void> {
  await openPast(page, words);
  await page.getByRole('searchbox', { name: words.search }).fill(words.word);
  const found = sheet(page)
    .getByRole('link')
    .filter({ hasText: words.questions[0] ?? '' });
  await expect.poll(() => found.locator('mark').first().textContent()).toBe(words.word);
  await found.click();
  await page.locator('[data-found]', { hasText: words.word }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}

async function rename(page: Page, words: typeof english): Promise<void> {
  await openMenu(page, words, words.questions[0] ?? '');
  await choose(page, words.rename);
  await top(page).getByRole('textbox', { name: words.title }).fill(words.newTitle);
  await page.keyboard.press('Enter');
  const named = sheet(page).getByRole('button', { name: words.options(words.newTitle) });
  await named.click();
  await choose(page, words.pin);
  await page.getByRole('region', { name: words.pinned }).getByText(words.newTitle).waitFor();
}

async function deleteAndUndo(page: Page, words: typeof english): Promise<void> {
  await sheet(page)
    .getByRole('button', { name: words.options(words.newTitle) })
    .click();
  await choose(page, words.delete);
  await expect.poll(() => log(page).count()).toBe(0);
  // The undo outlives a reload.
  await page.reload();
  await page.getByRole('button', { name: words.undo }).click();
  await log(page).getByText(words.word).first().waitFor();
}

test.each([
  ['in English', english],
  ['in Korean', korean],
])(
  'a conversation found by a word is renamed, pinned, deleted and brought back, online and offline, %s',
  async (_in, words) => {
    const { page, context } = device;
    await page.goto(`${product.url}${words.path}?lng=${words === korean ? 'ko' : 'en'}`);
    await converse(page, words);
    await findAgain(page, words);
    await context.setOffline(true);
    await findAgain(page, words);
    await rename(page, words);
    await deleteAndUndo(page, words);
    await context.setOffline(false);

    const other = await openDevice({ viewport: phone });
    await signIn(other.page, product.url, 'engineer@demo.vfp');
    await other.page.goto(`${product.url}${words.path}?lng=${words === korean ? 'ko' : 'en'}`);
    await openPast(other.page, words);
    await other.page.getByRole('region', { name: words.pinned }).getByText(words.newTitle).waitFor();
    expect([...device.problems, ...other.problems]).toEqual([]);
    await other.close();
  },
);

test('a conversation is saved as a file and printed whole, without the menus', async () => {
  const { page } = device;
  await page.goto(`${product.url}${english.path}?lng=en`);
  await openMenu(page, english, english.newTitle);
  const saving = page.waitForEvent('download');
  await choose(page, english.markdown);
  const text = (await bytesOf(await saving)).toString();
  expect(text).toMatch(/^# Cell sizes\n/);
  for (const question of english.questions) expect(text).toContain(`> ${question}`);
  await page.evaluate(() => {
    Object.assign(window, { print: () => undefined });
  });
  await sheet(page)
    .getByRole('button', { name: english.options(english.newTitle) })
    .click();
  await choose(page, english.print);
  const paper = page.locator('[data-paper]');
  await paper.waitFor({ state: 'attached' });
  expect(await paper.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await paper
    .getByText(english.questions[2] ?? '')
    .first()
    .waitFor();
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => paper.count()).toBe(0);
});

test('the palette opens a conversation, a page and a room by the keyboard alone, also offline', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/settings/upload?lng=en`);
  await page.getByRole('button', { name: 'Find (Ctrl+K)' }).waitFor();
  await context.setOffline(true);
  const find = async (query: string, kind: string) => {
    // Nobody waits for the palette, whose code is loaded the first time.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(query);
    await expect.poll(() => page.getByRole('combobox', { name: english.find }).inputValue()).toBe(query);
    await page.getByRole('group', { name: kind }).getByRole('option', { selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  };
  await find('cell sizes', 'Conversations');
  await log(page)
    .getByText(english.questions[0] ?? '', { exact: true })
    .first()
    .waitFor();
  await find('benchmark', 'Pages');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/chat/benchmarking');
  await find('chat with an expert', 'Chats with experts');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/chat/chat-with-expert');
  await context.setOffline(false);
});

test('while the server is busy, the search says that only what is on this device was searched', async () => {
  const { page } = device;
  const busy = {
    status: 429,
    headers: { [apiHeader]: '1' },
    json: { code: 'RATE_LIMITED', message: 'Too many requests.' },
  };
  // Before the page is opened: on a busy machine, Chromium does not apply a new route to the calls of an open page that
  // a service worker controls, and the real server replies.
  await page.route('**/api/v1/chat/search*', (route) => route.fulfill(busy));
  await page.goto(`${product.url}${english.path}?lng=en`);
  await openPast(page, english);
  await page.getByRole('searchbox', { name: english.search }).fill(english.word);
  const said = sheet(page).getByRole('status');
  const busyText = 'The server is busy: only what is on this device was searched. Search again in a moment.';
  await expect.poll(() => said.innerText()).toContain(busyText);
  await page.unroute('**/api/v1/chat/search*');
});

test('the only conversation with experts is open beside its list, and on a phone there is the list', async () => {
  const { page } = device;
  await page.setViewportSize(desktop);
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.locator('[data-room][aria-current]').count()).toBe(1);
  await page.setViewportSize(phone);
  await page.getByRole('textbox', { name: 'Message' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Chat with an expert/ }).waitFor();
});
