import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import type { OrderDoc } from '#domain/order/order.ts';
import { changesOfChoice, changesOfNewTest, changesOfTypical, type Change } from '#domain/order/presets.ts';
import { testTypes } from '#domain/order/tests.ts';
import { measureKeys, type KeyFigures } from './keys.ts';
import { median, ms } from './stats.ts';
import { newId, pushAs, signIn, startRig } from './rig.ts';

/**
 * `node bench/order-typing.ts`, after `npm run build`: measures the time from a key press to the paint that shows it in
 * the order wizard, with the CPU slowed down four times, for an order of one test and one of many; beside it the same
 * keys in the title of an empty order. Then the time until such an order has opened without a network.
 */
const { values } = parseArgs({
  options: {
    tests: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '8' },
    slower: { type: 'string', default: '4' },
    opens: { type: 'string', default: '7' },
  },
});
const slower = Number(values.slower);
const goalMs = 50;
/** A digit is typed and taken back, so that the value stays readable and each key changes what is drawn. */
const typed = ['1', 'Backspace'];

const typing = () => wait(Number(values.seconds) * 1000);

const { url, browser, close } = await startRig();

interface Figures extends KeyFigures {
  where: string;
}

try {
  const empty = newId();
  const small = newId();
  const large = newId();
  await pushAs(url, 'engineer', [
    patch(empty, [{ path: 'title', value: 'An empty order' }]),
    ...ordered(small, 1),
    ...ordered(large, Number(values.tests)),
  ]);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page, url);
  const rows: Figures[] = [];
  const add = async (where: string, order: string, step: string, key: string) => {
    await page.goto(`${url}/one-stop-order/Prototyping/${order}?step=${step}`);
    if (step === 'cell') await openWinding(page);
    if (step === 'tests') await page.locator('main li h3 button').first().click();
    await page.locator(`[data-path$="${key}"] input`).first().click();
    await page.keyboard.press('End');
    rows.push({ where, ...(await measureKeys(page, { slower, goalMs, typed }, typing)) });
  };
  await add('title of an empty order', empty, 'service', 'title');
  await add('cell with pictures, 1 test', small, 'cell', 'windingShaftDiameter_mm');
  await add(`cell with pictures, ${values.tests} tests`, large, 'cell', 'windingShaftDiameter_mm');
  await add('the only test', small, 'tests', 'restTime');
  await add(`one of ${values.tests} tests`, large, 'tests', 'restTime');
  console.table(rows);
  await context.setOffline(true);
  const opened: number[] = [];
  for (let i = 0; i < Number(values.opens); i++) opened.push(await openedAfter(page, large));
  console.log(
    `order with ${values.tests} tests, opened offline: ${ms(median(opened))}, at most ${ms(Math.max(...opened))}`,
  );
  if (rows.some(({ over }) => over > 0)) process.exitCode = 1;
} finally {
  await close();
}

function patch(orderId: string, changes: readonly Change[]) {
  return { type: 'order.patch', args: { orderId, changes: changes.map((change) => ({ ...change, base: null })) } };
}

/** The commands that write a 21700 cell with all typical values, and tests of all types in turn. */
function ordered(orderId: string, tests: number) {
  let doc: OrderDoc = {};
  const patches: ReturnType<typeof patch>[] = [];
  const write = (changes: Change[]) => {
    if (changes.length === 0) return;
    doc = { ...doc, ...Object.fromEntries(changes.map(({ path, value }) => [path, value])) };
    patches.push(patch(orderId, [...new Map(changes.map((change) => [change.path, change])).values()]));
  };
  const start = { title: 'Typed into', service: 'both', quantity: 90 };
  for (const [path, value] of Object.entries(start)) write([{ path, value }]);
  for (const [path, value] of [
    ['format', '21700'],
    ['chemistry', 'NMC/graphite'],
  ] as const) {
    write(changesOfChoice(doc, path, value));
  }
  write(changesOfTypical(doc));
  for (let i = 0; i < tests; i++) {
    const type = testTypes[i % testTypes.length]?.code ?? 'RPT';
    write(changesOfNewTest(doc, `t${i}`, type));
  }
  return patches;
}

async function openWinding(page: Page): Promise<void> {
  const heading = page.getByRole('button', { name: /^Winding \d/ });
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
}

/** Goes to an order from the list of drafts, and returns the milliseconds from the click to the paint of its tests. */
async function openedAfter(page: Page, order: string): Promise<number> {
  await page.goto(`${url}/one-stop-order/Prototyping`);
  const link = page.locator(`a[href*="${order}"]`).first();
  await link.waitFor();
  return await link.evaluate(async (element) => {
    const since = performance.now();
    const shown = new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('main [data-step] h2') === null) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(resolve));
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    if (element instanceof HTMLElement) element.click();
    await shown;
    return performance.now() - since;
  });
}
