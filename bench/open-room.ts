import type { Bench } from './bench.ts';
import type { Device } from './devices.ts';
import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';

declare const bench: CeilingPage & VfpPage;

const oursRoom = '018f0000-0000-7000-8000-00000000be9c';
const theirRoom = 'room-3';

/** Readings of one round: they are short, and one moves more than the ratio of two. */
const readings = 3;

/**
 * Time of a cold start offline: reading the newest 50 messages of a room from a newly opened database. With the whole
 * session, from the beginning of the navigation.
 */
export async function openRoom({ device, figures, rounds, atMost }: Bench): Promise<void> {
  for (const count of [5000, 100_000] as const) {
    const filled = Math.max(atMost(count), 1000);
    const mine = await device('vfp');
    await mine.page.evaluate(() => bench.signIn('engineer@demo.vfp'));
    await mine.page.evaluate(([id, n]) => bench.fill(id, n), [oursRoom, filled] as const);
    const theirs = await device('ceiling');
    await theirs.page.evaluate((n) => (bench as CeilingPage).fill(n), filled);
    for (let i = 0; i < rounds * readings; i++) {
      figures.note(`open.${count}`, await newest(mine, oursRoom), await newest(theirs, theirRoom));
    }
    for (const { page } of [mine, theirs]) await page.goto('about:blank');
    for (let i = 0; count === 100_000 && i < rounds * readings; i++) {
      figures.note('open.session', await coldStart(mine, oursRoom), await coldStart(theirs, theirRoom));
    }
    await mine.close();
    await theirs.close();
  }
}

async function newest({ page }: Device, room: string): Promise<number> {
  await page.reload();
  await page.waitForFunction(() => 'bench' in globalThis);
  await page.context().setOffline(true);
  const took = await page.evaluate((name) => bench.newest(name), room);
  await page.context().setOffline(false);
  return took;
}

/** Opens the page again. It is loaded from the server, which stands for a service worker, but knows no network. */
async function coldStart(device: Device, room: string): Promise<number> {
  const page = await device.page.context().newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.goto(`${device.url}#${room}`);
  const took = await page.evaluate(() => bench.cold());
  await page.close();
  return took;
}
