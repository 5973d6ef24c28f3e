import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';
import { median, ms, quantile, ratio } from './stats.ts';
import type { Bench, Row } from './row.ts';

declare const bench: CeilingPage & VfpPage;

const each = 300;
const burst = 10_000;

/** Time until a message is durable: one by one, and ten thousand at once. All must survive an immediate reload. */
export async function append({ page, runs }: Bench): Promise<Row[]> {
  const ours: number[] = [];
  const naive = { strict: [] as number[], relaxed: [] as number[] };
  const bursts = { ours: [] as number[], bulkAdd: [] as number[] };
  let kept = Infinity;

  for (let run = 0; run < runs; run++) {
    const mine = await page('vfp');
    await mine.evaluate(() => bench.signIn('engineer@demo.vfp'));
    await mine.context().setOffline(true);
    await mine.evaluate(() => bench.open());
    await mine.evaluate((label) => bench.openRooms(label), `append ${run}`);
    ours.push(...(await mine.evaluate((count) => bench.appendEach(count), each)));
    const before = await mine.evaluate(() => bench.queued());
    bursts.ours.push(await mine.evaluate((count) => bench.queue(count), burst));
    // The page is left as soon as the calls return; the page loaded afterwards counts what is on disk.
    await mine.context().setOffline(false);
    await mine.goto('about:blank');
    await mine.context().setOffline(false);
    await mine.goBack();
    await mine.waitForFunction(() => 'bench' in globalThis);
    await mine.evaluate(() => bench.signIn('engineer@demo.vfp'));
    kept = Math.min(kept, (await mine.evaluate(() => bench.queued())) - before);
    await mine.context().close();

    const bare = await page('ceiling');
    await bare.evaluate(() => bench.connect('writer'));
    for (const durability of ['strict', 'relaxed'] as const) {
      naive[durability].push(
        ...(await bare.evaluate(([count, how]) => bench.appendEach(count, how), [each, durability] as const)),
      );
    }
    bursts.bulkAdd.push(await bare.evaluate((count) => (bench as CeilingPage).queue(count), burst));
    await bare.context().close();
  }

  const p50 = [median(ours), median(naive.strict), median(naive.relaxed)] as const;
  return [
    {
      what: 'append, p50 (beside: naive Dexie write, strict)',
      ours: ms(p50[0]),
      beside: ms(p50[1]),
      ratio: ratio(p50[0], p50[1]),
      goal: 'parity',
    },
    {
      what: 'append, p50 (beside: naive Dexie write, relaxed)',
      ours: ms(p50[0]),
      beside: ms(p50[2]),
      ratio: ratio(p50[0], p50[2]),
      goal: 'parity',
    },
    {
      what: 'append, p99 (beside: naive, strict)',
      ours: ms(quantile(ours, 0.99)),
      beside: ms(quantile(naive.strict, 0.99)),
      ratio: ratio(quantile(ours, 0.99), quantile(naive.strict, 0.99)),
      goal: 'under 5 ms',
    },
    {
      what: `append ${burst} in one go (beside: one bulkAdd)`,
      ours: ms(median(bursts.ours)),
      beside: ms(median(bursts.bulkAdd)),
      ratio: ratio(median(bursts.ours), median(bursts.bulkAdd)),
      goal: '1x',
    },
    {
      what: `kept of ${burst} after leaving the page at once`,
      ours: String(kept),
      beside: String(burst),
      ratio: ratio(kept, burst),
      goal: '1x',
    },
  ];
}
