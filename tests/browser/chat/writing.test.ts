import { HOUR } from '#domain/ground/units.ts';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { openDevice, phone } from '../../support/browser/browser.ts';
import { openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Realistic writing and reading: quickly, in two windows, with interruptions. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');
const { page } = device;

const box = (on = page) => on.getByRole('textbox', { name: 'Message' });
const question = (on = page) => on.getByRole('textbox', { name: 'Your question' });
const log = (on = page) => on.getByRole('log');

/** The note at the message about the dryer that tells when it was written. */
const written = (on: Page) =>
  log(on)
    .locator('[data-message]', { hasText: 'The dryer stopped' })
    .getByText(/^Written .*\d\d:\d\d, sent later$/);

/** Returns the user's own messages on the screen with this beginning, from top to bottom. */
async function shown(beginning: string): Promise<string[]> {
  const all = await log().locator('[data-message] p').allTextContents();
  return all.filter((text) => text.startsWith(beginning));
}

/** Another window of the same browser, closed after the test. */
async function anotherTab(address: string): Promise<Page> {
  const tab = await device.context.newPage();
  onTestFinished(() => tab.close());
  await tab.goto(address);
  return tab;
}

async function offline(): Promise<void> {
  await device.context.setOffline(true);
  onTestFinished(() => device.context.setOffline(false));
}

test('two windows show the same draft, and what one sends is not sent by the other', async () => {
  await openExpertRoom(page, product.url);
  const tab = await anotherTab(page.url());
  await box(tab).waitFor();
  await box().fill('Half a sentence');
  // A user who switches windows leaves this one; here all windows believe they have the focus.
  await box().blur();
  await expect.poll(() => box(tab).inputValue()).toBe('Half a sentence');
  await box(tab).press('Enter');
  await expect.poll(() => box().inputValue()).toBe('');
  await box().press('Enter');
  await write(page, 'Half of another');
  expect(await shown('Half')).toEqual(['Half a sentence', 'Half of another']);
});

test('a scanner that types and presses Enter without a pause: each code is a message of its own', async () => {
  await openExpertRoom(page, product.url);
  await offline();
  await box().focus();
  const codes = Array.from({ length: 12 }, (_, at) => `SN-${1000 + at}`);
  await box().evaluate(typeAtOnce, codes);
  await until('all are shown', async () => (await shown('SN-')).length === codes.length);
  expect(await shown('SN-')).toEqual(codes);
  expect(await box().inputValue()).toBe('');
});

/** Types each text and presses Enter without waiting for anything but the page's own rendering; runs in the page. */
async function typeAtOnce(element: Element, texts: string[]): Promise<void> {
  const input = element as HTMLTextAreaElement;
  for (const text of texts) {
    for (const letter of text) {
      // As the browser does: the value changes, and React may render again before the next.
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(input, input.value + letter);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
    }
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await Promise.resolve();
  }
}

test('what is typed right after the first question of a conversation is the next question, whole', async () => {
  await page.goto(`${product.url}/chat/general?c=new`);
  await question().fill('What is an SEI?');
  await question().evaluate((element) => {
    element.focus();
    const typed = ['and', ' what', ' is', ' an', ' anode', ' overhang'];
    const input = element as HTMLTextAreaElement;
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    const next = () => {
      const part = typed.shift();
      if (part === undefined) return;
      // Keystrokes go to the focused element, as from a keyboard.
      document.execCommand('insertText', false, part);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await page.waitForURL(/c=[0-9a-f-]{36}/);
  await expect.poll(() => question().inputValue()).toBe('and what is an anode overhang');
  await log().getByText('What is an SEI?').first().waitFor();
  await page.keyboard.press('Enter');
  await log().getByText('and what is an anode overhang').waitFor();
  await page.goto(`${product.url}/chat/general?c=new`);
  await question().waitFor();
  await page.getByRole('list', { name: 'Questions to start with' }).waitFor();
  expect(await question().inputValue()).toBe('');
});

test('the conversation one writes in stays when another becomes the newest; the menu leads to that', async () => {
  await page.goto(`${product.url}/chat/general`);
  await log().getByText('What is an SEI?').first().waitFor();
  await question().fill('In the first I am typing');
  const tab = await anotherTab(`${product.url}/chat/general?c=new`);
  await question(tab).fill('How thick is a separator?');
  await question(tab).press('Enter');
  await log(tab).getByText('How thick is a separator?').first().waitFor();
  await page.getByRole('button', { name: /Past conversations/ }).click();
  // The room opened in the other window is listed above this one.
  const others = page.getByRole('dialog').locator('li:first-child a:not([aria-current])');
  // Shortly after midnight, that of yesterday is the first of its day, too.
  await others.first().waitFor();
  await page.keyboard.press('Escape');
  expect(await question().inputValue()).toBe('In the first I am typing');
  expect(await log().getByText('How thick is a separator?').count()).toBe(0);
  await page
    .getByRole('link', { name: /^General/ })
    .first()
    .click();
  await log().getByText('How thick is a separator?').first().waitFor();
});

test('a template comes behind what has been typed', async () => {
  await page.goto(`${product.url}/one-stop-order/messenger`);
  await page.getByRole('combobox').selectOption({ index: 1 });
  const template = page.getByRole('button', { name: 'Navigator pricing' });
  // Until the new conversation is there, the box is that of the one before.
  await template.waitFor();
  await box().fill('Good morning.');
  await template.click();
  await expect.poll(() => box().inputValue()).toMatch(/^Good morning\.\nHello, I have a question about Navigator/);
  await box().fill('');
});

test('of several things discarded at once, one Undo brings back all, and Control and Z one after the other', async () => {
  await openExpertRoom(page, product.url);
  await offline();
  const texts = ['Queue: 1', 'Queue: 2', 'Queue: 3'];
  for (const text of texts) await write(page, text);
  await page.goto(`${product.url}/waiting`);
  const rows = () => page.getByRole('listitem').filter({ hasText: 'Queue:' });
  const discardAll = async () => {
    for (const left of [2, 1, 0]) {
      await rows().getByRole('button', { name: 'Discard' }).first().click();
      await expect.poll(() => rows().count()).toBe(left);
    }
    await page.getByText('3 discarded').waitFor();
  };
  await expect.poll(() => rows().count()).toBe(3);
  await discardAll();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows().count()).toBe(3);
  await discardAll();
  for (const back of [1, 2, 3]) {
    await page.keyboard.press('Control+z');
    await expect.poll(() => rows().count()).toBe(back);
  }
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

const pilot = () => `${product.url}/one-stop-order/messenger?room=${demoId('pilot-room')}`;
const countRows = () => log().getByRole('listitem').count();

test('at the top of a long room one page is loaded, and the reading position stays', async () => {
  await page.setViewportSize(phone);
  onTestFinished(() => page.setViewportSize({ width: 1440, height: 900 }));
  await page.goto(pilot());
  await log().locator('[data-message]').first().waitFor();
  const atFirst = await countRows();
  await log().hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -600);
      return await countRows();
    })
    .toBeGreaterThan(atFirst);
  const once = await settled(readingPlace);
  expect(await settled(readingPlace)).toEqual(once);
});

/** Returns the element in the middle of the log, its position, and the number of rows. */
function readingPlace(): Promise<unknown> {
  return log().evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('li');
    return [element.querySelectorAll('li').length, row?.textContent, Math.round(row?.getBoundingClientRect().top ?? 0)];
  });
}

/** Returns a value once it has been stable for thirty frames. */
async function settled(look: () => Promise<unknown>): Promise<unknown> {
  let [last, same] = [JSON.stringify(await look()), 0];
  await until('it has come to rest', async () => {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const now = JSON.stringify(await look());
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= 30;
  });
  return last;
}

test('messages that arrive while I read far above stay unread, and the button to the newest shows their number', async () => {
  const expert = await openDevice();
  onTestFinished(() => expert.close());
  await signIn(expert.page, product.url, 'expert@demo.vfp');
  await expert.page.goto(`${product.url}/admin/expert-chat-messages?room=${demoId('pilot-room')}`);
  await page.goto(pilot());
  await log().locator('[data-message]').first().waitFor();
  await log().evaluate((element) => element.scrollTo(0, -900));
  await page.getByRole('button', { name: 'Newest', exact: true }).waitFor();
  await write(expert.page, 'Stop cycler 4.');
  const mark = log(expert.page).locator('[data-delivery]', { hasText: 'Stop cycler 4.' });
  await page.getByRole('button', { name: 'Newest, 1 new' }).waitFor();
  expect(await mark.getAttribute('data-delivery')).not.toBe('read');
  await page.getByRole('button', { name: 'Newest, 1 new' }).click();
  await expect.poll(() => mark.getAttribute('data-delivery')).toBe('read');
});

test('a message that waited three hours for the network tells when it was written, also after it was sent', async () => {
  const room = await openExpertRoom(page, product.url);
  await offline();
  const tab = await anotherTab('about:blank');
  await tab.clock.setSystemTime(Date.now() - 3 * HOUR);
  await tab.goto(`${product.url}/chat/chat-with-expert?room=${room}`);
  await write(tab, 'The dryer stopped at minus 31');
  expect(await written(tab).count()).toBe(0);
  await device.context.setOffline(false);
  await written(tab).waitFor();
  await written(page).waitFor();
});
