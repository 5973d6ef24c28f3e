import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** The clock of a page whose `page.clock` is installed: from `freeze` to `page.clock.resume()` only the test moves it. */

/** Stops it, about a second after what it shows. */
export async function freeze(page: Page): Promise<void> {
  // A page that is just leaving has no clock to ask.
  await until('the clock stands', async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    return true;
  });
}

/** Moves it on in small steps until this is shown: however long that takes, on the page it is hardly older than a step. */
export async function runUntilShown(page: Page, what: Locator): Promise<void> {
  await until('it is shown', async () => {
    if ((await what.count()) > 0) return true;
    await page.clock.runFor(50);
    return false;
  });
}
