import type { CeilingPage } from './pages/ceiling.ts';
import type { NaivePage } from './pages/naive.ts';
import type { VfpPage } from './pages/vfp.ts';
import { median, ms, ratio } from './stats.ts';
import type { Bench, Row } from './row.ts';

declare const bench: CeilingPage & NaivePage & VfpPage;

/** Time from the network's return until a second client has every queued message on disk. */
export async function drain(b: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [1000, 10_000]) {
    const ours: number[] = [];
    const ceiling: number[] = [];
    const naive: number[] = [];
    for (let run = 0; run < b.runs; run++) {
      ours.push(await oursOnce(b, count, run));
      ceiling.push(await ceilingOnce(b, count));
      if (run === 0 && count <= b.naiveCount) naive.push(await naiveOnce(b, count));
    }
    const mine = median(ours);
    rows.push({
      what: `drain ${count} (beside: the ceiling)`,
      ours: ms(mine),
      beside: ms(median(ceiling)),
      ratio: ratio(mine, median(ceiling)),
      goal: '1.5x or less at 10,000',
    });
    if (naive.length > 0) {
      rows.push({
        what: `drain ${count} (beside: the naive outbox)`,
        ours: ms(mine),
        beside: ms(median(naive)),
        ratio: ratio(mine, median(naive)),
        goal: '0.02x or less at 10,000',
      });
    }
  }
  return rows;
}

async function oursOnce({ page }: Bench, count: number, run: number): Promise<number> {
  const reader = await page('vfp');
  await reader.evaluate(() => bench.signIn('expert@demo.vfp'));
  await reader.evaluate(() => bench.open());
  await reader.evaluate(() => bench.live());
  const writer = await page('vfp');
  await writer.evaluate(() => bench.signIn('engineer@demo.vfp'));
  await writer.evaluate(() => bench.open());
  await writer.evaluate(() => bench.live());
  const ids = await writer.evaluate((label) => bench.openRooms(label), `drain ${count} ${run} ${Date.now()}`);
  await writer.evaluate(() => bench.drained());
  await writer.context().setOffline(true);
  await writer.evaluate((n) => bench.queue(n), count);
  const arrived = reader.evaluate(([rooms, n]) => bench.received(rooms, n), [ids, count] as const);
  const start = performance.now();
  await writer.context().setOffline(false);
  await arrived;
  const took = performance.now() - start;
  await writer.evaluate(() => bench.drained());
  await writer.context().close();
  await reader.context().close();
  return took;
}

async function ceilingOnce({ page }: Bench, count: number): Promise<number> {
  const reader = await page('ceiling');
  await reader.evaluate(() => bench.connect('reader'));
  const writer = await page('ceiling');
  await writer.evaluate(() => bench.connect('writer'));
  await writer.evaluate((n) => (bench as CeilingPage).queue(n), count);
  const arrived = reader.evaluate((n) => (bench as CeilingPage).received(n), count);
  const start = performance.now();
  await writer.evaluate(() => (bench as CeilingPage).drain());
  await arrived;
  const took = performance.now() - start;
  await writer.context().close();
  await reader.context().close();
  return took;
}

async function naiveOnce({ page }: Bench, count: number): Promise<number> {
  const reader = await page('naive');
  await reader.evaluate(() => (bench as NaivePage).connect());
  const writer = await page('naive');
  await writer.evaluate((n) => (bench as NaivePage).queue(n) as Promise<unknown>, count);
  const arrived = reader.evaluate((n) => (bench as NaivePage).received(n), count);
  const start = performance.now();
  await writer.evaluate(() => (bench as NaivePage).drain());
  await arrived;
  const took = performance.now() - start;
  await writer.context().close();
  await reader.context().close();
  return took;
}
