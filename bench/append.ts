import type { Bench } from './bench.ts';
import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';
import { median, quantile } from './stats.ts';

declare const bench: CeilingPage & VfpPage;

/**
 * Time until a message is durable: one by one, and ten thousand at once.
 * @throws Error when one of these does not survive leaving the page at once
 */
export async function append({ device, figures, rounds, atMost }: Bench): Promise<void> {
  const each = atMost(300);
  const burst = atMost(10_000);
  for (let round = 0; round < rounds; round++) {
    const { page: mine, close } = await device('vfp');
    await mine.evaluate(() => bench.signIn('engineer@demo.vfp'));
    await mine.context().setOffline(true);
    await mine.evaluate(() => bench.open());
    await mine.evaluate((label) => bench.openRooms(label), `append ${round}`);
    const ours = await mine.evaluate((count) => bench.appendEach(count), each);
    const before = await mine.evaluate(() => bench.queued());
    const oursAtOnce = await mine.evaluate((count) => bench.queue(count), burst);
    // The page is left as soon as the calls return; the page loaded afterwards counts what is on disk.
    await mine.context().setOffline(false);
    await mine.goto('about:blank');
    await mine.goBack();
    await mine.waitForFunction(() => 'bench' in globalThis);
    const kept = (await mine.evaluate(() => bench.queued())) - before;
    if (kept < burst) throw new Error(`Only ${kept} of ${burst} messages were kept when the page was left at once.`);
    await close();

    const bare = await device('ceiling');
    await bare.page.evaluate(() => bench.connect('writer'));
    const strict = await bare.page.evaluate((count) => (bench as CeilingPage).appendEach(count, 'strict'), each);
    const relaxed = await bare.page.evaluate((count) => (bench as CeilingPage).appendEach(count, 'relaxed'), each);
    const bulkAdd = await bare.page.evaluate((count) => (bench as CeilingPage).queue(count), burst);
    await bare.close();

    figures.note('append.p50', median(ours), median(strict));
    figures.note('append.p99', quantile(ours, 0.99), quantile(strict, 0.99));
    figures.note('append.relaxed.p50', median(ours), median(relaxed));
    figures.note('append.burst', oursAtOnce, bulkAdd);
  }
}
