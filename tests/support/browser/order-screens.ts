import type { Locator, Page } from 'playwright-core';

/** What a customer and the laboratory do on their screens of an order, for stories that follow goods and steps. */

/** Announces a parcel with two of something on the customer's screen. @param check called before it is sent */
export async function announceParcel(
  page: Page,
  what: string,
  tracking: string,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.getByRole('button', { name: /^Announce (a|another) parcel$/ }).click();
  const form = page.getByRole('group', { name: 'Announce a parcel' });
  await form.getByLabel('What is in it', { exact: true }).fill(what);
  await form.getByLabel('Count', { exact: true }).fill('2');
  await form.getByLabel('Carrier', { exact: true }).selectOption('dhl');
  await form.getByLabel('Tracking number', { exact: true }).fill(tracking);
  await form.getByRole('checkbox', { name: 'The number of the order' }).check();
  await check();
  await form.getByRole('button', { name: 'Announce a parcel' }).click();
  await page.getByText(what).first().waitFor();
}

/** Counts the only line of a parcel on the laboratory's screen. */
export async function countParcel(page: Page, found: string): Promise<void> {
  await page.getByRole('button', { name: 'Count it' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(found);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the count' }).click();
}

/** Takes a step of the order that is open: its button, and the same button in the question that follows. */
export async function takeStep(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** The button of a step of the wizard. */
export function stepOf(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Order steps' }).getByRole('button', { name: new RegExp(`^${name}`) });
}

/** Starts a new order in the wizard. @param url of the product */
export async function startOrder(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/one-stop-order/Prototyping`);
  await page.getByRole('button', { name: 'Start a new order' }).click();
  await page.waitForURL('**?step=service');
}

/** Fills a new order with 24 cells. */
export async function fillCells(page: Page, service = 'We coat, assemble and form cells'): Promise<void> {
  await page.getByText(service).click();
  await stepOf(page, 'Cell').click();
  await page.getByLabel('Format', { exact: true }).selectOption('21700');
  await page.getByLabel('Chemistry', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Number of cells').fill('24');
  await page.keyboard.press('Tab');
}

/** Goes to the review of an order and fills in where its cells go: it is ready to be placed. */
export async function fillAddress(page: Page): Promise<void> {
  await stepOf(page, 'Review').click();
  await page
    .getByLabel('Delivery address', { exact: true })
    .fill('Helios Cell Works, Batterigatan 4, Västerås, Sweden');
  await page.getByRole('heading', { name: 'Ready to place' }).waitFor();
}
