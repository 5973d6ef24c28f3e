import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { desktop, phone } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The messenger in a box over any page: opened, written in and closed where one is, also with no network. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');
const { page } = device;
// Positions are read while animations would still be running.
await page.emulateMedia({ reducedMotion: 'reduce' });

const opener = () => page.getByRole('button', { name: /Open messages/ });
const box = () => page.getByRole('dialog', { name: 'Messages' });

test('a long count of unread messages covers no other button, on a phone and on a desktop', async () => {
  await page.goto(`${product.url}/one-stop-order/history`);
  const count = opener().locator('xpath=following-sibling::span');
  await count.waitFor();
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    expect(await count.evaluate(buttonsBelow)).toEqual([]);
  }
});

/** Returns the other buttons that a count of three characters reaches into. */
function buttonsBelow(count: Element): (string | null)[] {
  count.textContent = '99+';
  const at = count.getBoundingClientRect();
  const others = [...document.querySelectorAll('button')].filter(
    (button) => button !== count.previousElementSibling && button.checkVisibility(),
  );
  const reached = others.filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return at.left < right && at.right > left && at.top < bottom && at.bottom > top;
  });
  return reached.map((button) => button.getAttribute('aria-label') ?? button.textContent);
}

test('over an order it opens with the conversation about it, in the corner, ready to write', async () => {
  await page.goto(`${product.url}/one-stop-order/Prototyping/${demoId('pilot')}`);
  await opener().click();
  await box().getByText('Dr. Ines Moreau').first().waitFor();
  const { x, y, width, height } = (await box().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect([width, height]).toEqual([700, 640]);
  expect([desktop.width - x - width, desktop.height - y - height]).toEqual([24, 24]);
  await page.keyboard.type('Can we change the tabs?');
  expect(await box().getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Can we change the tabs?');
  await page.keyboard.press('Enter');
  await box().getByRole('log').getByText('Can we change the tabs?').waitFor();
});

test('the keyboard goes back to the list and its row, then closes it and is where it was', async () => {
  await box().getByRole('button', { name: 'Back to the conversations' }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-room') !== null);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-room'))).toBe(demoId('pilot-room'));
  await page.keyboard.press('Escape');
  await box().waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Open messages'));
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('false');
});

test('it stays open from page to page with what was begun, and goes where the messenger is the page', async () => {
  await page.goto(`${product.url}/chat/general`);
  await opener().click();
  await box()
    .getByRole('button', { name: /Chat with an expert/ })
    .click();
  await box().getByRole('textbox', { name: 'Message' }).fill('Half a sentence');
  await page.getByRole('link', { name: 'Order History' }).click();
  await page.waitForURL(/history/);
  expect(await box().getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Half a sentence');
  await page.getByRole('link', { name: /^Expert/ }).click();
  await page.waitForURL(/chat-with-expert/);
  await box().waitFor({ state: 'detached' });
  expect(await opener().count()).toBe(0);
});

test('it opens over a public page, too, and the page under it cannot be used where it covers it', async () => {
  await page.goto(`${product.url}/pricing`);
  await opener().click();
  await box()
    .getByRole('button', { name: /Chat with an expert/ })
    .click();
  await box().getByText('Dr. Ines Moreau').first().waitFor();
  expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBeGreaterThan(0);
  await page.setViewportSize(phone);
  await page.locator('[inert] main').waitFor();
  await page.keyboard.press('Escape');
  await page.locator(':not([inert]) > main').waitFor();
  await page.setViewportSize(desktop);
});

test('with no network it opens, and what is written waits', async () => {
  await page.goto(`${product.url}/waiting`);
  product.network.cut();
  await device.context.setOffline(true);
  await page.reload();
  await opener().click();
  await box()
    .getByRole('button', { name: /Chat with an expert/ })
    .click();
  await box().getByRole('textbox', { name: 'Message' }).fill('Written without a network');
  await page.keyboard.press('Enter');
  await box().getByRole('log').getByText('Written without a network').waitFor();
  const waiting = page.getByRole('link', { name: '1 waiting' });
  await waiting.waitFor();
  expect(await box().getByRole('log').getByText('Written without a network').count()).toBe(1);
  await device.context.setOffline(false);
  product.network.restore();
  await waiting.waitFor({ state: 'detached' });
});

test('on a phone it is the whole screen, and nothing under it can be reached', async () => {
  await page.setViewportSize(phone);
  await page.goto(`${product.url}/one-stop-order/history`);
  await opener().click();
  await box().getByRole('searchbox').waitFor();
  expect(await box().boundingBox()).toEqual({ x: 0, y: 0, ...phone });
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== null && focused !== document.body && focused.closest('dialog[open]') === null;
    });
    expect(outside).toBe(false);
  }
  await box().getByRole('button', { name: 'Close messages' }).click();
  await box().waitFor({ state: 'detached' });
  await page.setViewportSize(desktop);
});
