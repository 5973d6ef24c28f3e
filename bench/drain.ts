import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Bench } from './bench.ts';
import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';
import { ceilingPair, ourPair } from './pairs.ts';
import type { Costs } from './rows.ts';
import { messages } from './workload.ts';

declare const bench: CeilingPage & VfpPage;

interface Drained {
  took: number;
  costs: Costs;
}

/** A queue as a person writes it, one message after the other, and the largest at once. */
const variants = {
  'drain.1000': { most: 1000, written: 'each' },
  'drain.10000': { most: 10_000, written: 'burst' },
} as const;

type Written = (typeof variants)[keyof typeof variants]['written'];

/**
 * Time until a second browser has every queued message in its database: from the moment a page that was loaded again
 * connects.
 */
export async function drain(rig: Bench): Promise<void> {
  for (const work of Object.keys(variants) as (keyof typeof variants)[]) {
    const { most, written } = variants[work];
    const count = rig.atMost(most);
    for (let round = 0; round < rig.rounds; round++) {
      const ours = await oursOnce(rig, count, written);
      const ceiling = await ceilingOnce(rig, count);
      rig.figures.note(`${work}.took`, ours.took, ceiling.took);
      rig.figures.costs(work, ours.costs, ceiling.costs);
      if (work === 'drain.10000') {
        rig.figures.note(
          'drain.10000.gzipped',
          ours.costs.readerDown,
          gzipSync(JSON.stringify(messages(count))).length / count,
        );
      }
    }
  }
}

async function oursOnce(rig: Bench, count: number, written: Written): Promise<Drained> {
  const { writer, reader, rooms, counting, close } = await ourPair(rig, `drain ${count}`);
  await writer.context().setOffline(true);
  if (written === 'each') await writer.evaluate((n) => bench.appendEach(n), count);
  else await writer.evaluate((n) => bench.queue(n), count);
  await loadAgain(writer);
  const arrived = reader.evaluate(([ids, n]) => bench.received(ids, n), [rooms, count] as const);
  const costs = counting();
  const start = performance.now();
  await writer.evaluate(() => bench.open());
  await arrived;
  const took = performance.now() - start;
  await writer.evaluate(() => bench.drained());
  const drained = { took, costs: await costs(count) };
  await close();
  return drained;
}

async function ceilingOnce(rig: Bench, count: number): Promise<Drained> {
  const { writer, reader, counting, close } = await ceilingPair(rig);
  await writer.evaluate((n) => (bench as CeilingPage).queue(n), count);
  await loadAgain(writer);
  const arrived = reader.evaluate((n) => (bench as CeilingPage).received(n), count);
  const costs = counting();
  const start = performance.now();
  await writer.evaluate(async () => {
    await bench.connect('writer');
    await bench.drain();
  });
  await arrived;
  const drained = { took: performance.now() - start, costs: await costs(count) };
  await close();
  return drained;
}

/** Leaves a page, and loads it while the network is there. */
async function loadAgain(page: Page): Promise<void> {
  const url = page.url();
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in globalThis);
}
