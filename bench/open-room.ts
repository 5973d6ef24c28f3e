import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';
import { median, ms, ratio } from './stats.ts';
import type { Bench, Row } from './row.ts';

declare const bench: CeilingPage & VfpPage;

/** Time of a cold start offline: reading the newest 50 messages of a room from a newly opened database. */
export async function openRoom({ page, runs }: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [5000, 100_000]) {
    const ours: number[] = [];
    const bare: number[] = [];
    const room = '018f0000-0000-7000-8000-00000000be9c';
    const mine = await page('vfp');
    await mine.evaluate(() => bench.signIn('engineer@demo.vfp'));
    await mine.evaluate(([id, n]) => bench.fill(id, n), [room, count] as const);
    const theirs = await page('ceiling');
    await theirs.evaluate((n) => (bench as CeilingPage).fill(n), count);
    for (let run = 0; run < runs * 3; run++) {
      for (const [target, figures, id] of [
        [mine, ours, room],
        [theirs, bare, 'room-3'],
      ] as const) {
        await target.reload();
        await target.waitForFunction(() => 'bench' in globalThis);
        if (target === mine) await mine.evaluate(() => bench.signIn('engineer@demo.vfp'));
        await target.context().setOffline(true);
        figures.push(await target.evaluate((name) => bench.newest(name), id));
        await target.context().setOffline(false);
      }
    }
    await mine.context().close();
    await theirs.context().close();
    rows.push({
      what: `newest 50 of ${count}, cold, offline (beside: bare indexed query)`,
      ours: ms(median(ours)),
      beside: ms(median(bare)),
      ratio: ratio(median(ours), median(bare)),
      goal: '1.5x or less at 100,000',
    });
  }
  return rows;
}
