import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

/**
 * Controls the clock of a page with `page.clock` installed: between `freeze` and `page.clock.resume()` only the test
 * moves it.
 */

/** Stops the clock about a second after its current time. */
export async function freeze(page: Page): Promise<void> {
  // A page that is being unloaded has no clock.
  await until('the clock stands', async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    return true;
  });
}

/**
 * Advances the clock in small steps until the element is shown, so that the page is at most one step past that moment.
 */
export async function runUntilShown(page: Page, what: Locator): Promise<void> {
  await until('it is shown', async () => {
    if ((await what.count()) > 0) return true;
    await page.clock.runFor(50);
    return false;
  });
}
