import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { phone } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Keyboard use: everything can be reached with Tab, and the focus is always visible. */

const product = await provideProduct();
const device = await product.device();

test('signs in', async () => {
  const { page } = device;
  await page.goto(`${product.url}/login`);
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type('engineer@demo.vfp');
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type('Demo-2026!');
  await tabTo(page, page.getByRole('checkbox', { name: 'Remember me' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/chat\/general/);
  await page.getByRole('main').waitFor();
  expect(device.problems).toEqual([]);
});

test('skips the navigation, opens a conversation and sends a message', async () => {
  const { page } = device;
  await tabTo(page, page.getByRole('link', { name: /^Expert/ }).first());
  await page.keyboard.press('Enter');
  await page.waitForURL(/chat-with-expert/);
  await page.reload();
  await page.getByRole('list', { name: 'Conversations' }).waitFor();
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: /Chat with an expert/ }));
  await page.keyboard.press('Enter');
  await page.getByRole('log').waitFor();
  await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
  await page.keyboard.type('Typed without');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('a mouse');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Typed without\na mouse').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
  expect(await hasFocus(page, page.getByRole('textbox', { name: 'Message' }))).toBe(true);
});

test('looks through past conversations, closes them, and is where that began', async () => {
  const { page } = device;
  await page.goto(`${product.url}/chat/general`);
  const opener = page.getByRole('button', { name: 'Past conversations' });
  await opener.waitFor();
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Past conversations' });
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await until('the focus is back', () => hasFocus(page, opener));
  expect(device.problems).toEqual([]);
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  await page.getByRole('log').waitFor();
});

test('goes to another conversation', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/messenger`);
  await tabTo(page, page.getByRole('link', { name: /PO-2026-000001/ }));
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(demoId('pilot-room')));
  await page.getByRole('log').getByText('Dr. Ines Moreau').last().waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(true);
});

test('opens and closes the menu with the account', async () => {
  const { page } = device;
  const account = page.getByRole('button', { name: /^Account of/ });
  const logout = page.locator('[popover]').getByRole('link', { name: 'Logout' });
  await tabTo(page, account);
  await page.keyboard.press('Enter');
  await tabTo(page, logout);
  await page.keyboard.press('Escape');
  await logout.waitFor({ state: 'hidden' });
  expect(await hasFocus(page, account)).toBe(true);
});

test.each(['desktop', 'phone'])('goes through the wizard on a %s', async (size) => {
  const { page } = device;
  if (size === 'phone') await page.setViewportSize(phone);
  await page.goto(`${product.url}/one-stop-order/Prototyping/${demoId('draft')}?step=service`);
  for (const next of ['Cell', 'Tests', 'Files', 'Review']) {
    await page
      .getByRole('heading', { name: 'Estimate' })
      .or(page.getByRole('button', { name: /^Estimate/ }))
      .first()
      .waitFor();
    await tabTo(page, page.getByRole('button', { name: `Next: ${next}` }), 120);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`step=${next.toLowerCase()}`));
    // The step starts at its title, not after its fields.
    expect(await hasFocus(page, page.getByRole('heading', { name: next, exact: true, level: 2 }))).toBe(true);
  }
  await tabTo(page, page.getByRole('button', { name: /^(Place order|Edit)/ }).first(), 120);
  expect(new URL(page.url()).search).toBe('?step=review');
});

test('starts an order at the title of its first step, and Control and Enter lead from step to step', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  await tabTo(page, page.getByRole('button', { name: 'Start a new order' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/step=service/);
  await page.waitForFunction(() => document.activeElement?.matches('[data-step="service"] h2'));
  for (const next of ['cell', 'tests', 'files', 'review']) {
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`step=${next}`));
    await page.waitForFunction((step) => document.activeElement?.matches(`[data-step="${step}"] h2`), next);
  }
  expect(new URL(page.url()).search).toBe('?step=review');
});

test('opens an order in its sheet and leaves it with Escape', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/history`);
  const order = page.getByRole('link', { name: /PO-2026-000001/ });
  await tabTo(page, order);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/one-stop-order/history');
  expect(await hasFocus(page, order)).toBe(true);
});

test('adds a test to an order and takes it out again, and the focus is never lost', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/Prototyping/${demoId('draft')}?step=service`);
  const both = page.getByRole('radio', { name: /^Prototyping and testing/ });
  await both.click();
  await until('the order has tests', () => both.isChecked());
  await page.goto(`${product.url}/one-stop-order/Prototyping/${demoId('draft')}?step=tests`);
  const tests = page.getByRole('heading', { level: 3, name: /Reference Parameter Test/ });
  const before = await tests.count();
  await tabTo(page, page.getByRole('button', { name: /^Add an RPT/ }), 120);
  await page.keyboard.press('Enter');
  await until('the new test is there', async () => (await tests.count()) === before + 1);
  expect(await hasFocus(page, tests.last().getByRole('button'))).toBe(true);
  await tabTo(page, page.getByRole('button', { name: /^Remove/ }).last());
  await page.keyboard.press('Enter');
  await until('it is gone', async () => (await tests.count()) === before);
  expect(await hasFocus(page, page.getByRole('button', { name: /^Add an RPT/ }))).toBe(true);
});

test('looks at the price on a phone and closes it with Escape; a price for older values says so', async () => {
  const { page } = device;
  await page.setViewportSize(phone);
  await page.goto(`${product.url}/one-stop-order/Prototyping/${demoId('draft')}?step=cell`);
  const price = page.getByRole('button', { name: /^Estimate/ });
  await price.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('rowheader', { name: 'Total', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('rowheader', { name: 'Total', exact: true }).waitFor({ state: 'hidden' });
  expect(await hasFocus(page, price)).toBe(true);

  const cells = page.getByLabel('Number of cells');
  const before = await cells.inputValue();
  await cells.fill('a few');
  await price.getByText('for the last readable values').waitFor();
  await cells.fill(before);
  await price.getByText('for the last readable values').waitFor({ state: 'hidden' });
});

/** Presses Tab until this element has the focus, and checks that the focus is visible at every stop. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(whyFocusIsHidden);
    expect(hidden).toBeNull();
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${most} times Tab did not reach ${String(target)}`);
}

async function hasFocus(page: Page, target: Locator): Promise<boolean> {
  await page.waitForFunction(() => document.activeElement !== document.body);
  return await target.evaluate((element) => element === document.activeElement);
}

/** Runs in the page. Returns null when the focused element is in view, uncovered and marked; otherwise the problem. */
function whyFocusIsHidden(): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const name = focused.outerHTML.slice(0, 120);
  const box = focused.getBoundingClientRect();
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, innerWidth);
  const bottom = Math.min(box.bottom, innerHeight);
  if (right - left < 1 || bottom - top < 1) return `out of view: ${name}`;
  const points = [0.5, 0.1, 0.9].map((part) => [left + (right - left) * part, top + (bottom - top) * part] as const);
  const seen = points.some(([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return there !== null && (focused.contains(there) || there.contains(focused));
  });
  if (!seen) return `covered: ${name}`;
  for (
    let element: Element | null = focused, up = 0;
    element !== null && up < 4;
    element = element.parentElement, up++
  ) {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return null;
  }
  return focused.matches('main, [role="dialog"]') ? null : `not marked: ${name}`;
}
