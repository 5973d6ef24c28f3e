import type { Bench } from './bench.ts';
import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';
import { ceilingPair, ourPair } from './pairs.ts';
import type { Costs } from './rows.ts';

declare const bench: CeilingPage & VfpPage;

interface Drained {
  took: number;
  costs: Costs;
}

/** Time from the network's return until a second browser has every queued message in its database. */
export async function drain(rig: Bench): Promise<void> {
  for (const work of ['drain.1000', 'drain.10000'] as const) {
    const count = rig.atMost(work === 'drain.1000' ? 1000 : 10_000);
    for (let round = 0; round < rig.rounds; round++) {
      const ours = await oursOnce(rig, count);
      const ceiling = await ceilingOnce(rig, count);
      rig.figures.note(`${work}.took`, ours.took, ceiling.took);
      rig.figures.costs(work, ours.costs, ceiling.costs);
    }
  }
}

async function oursOnce(rig: Bench, count: number): Promise<Drained> {
  const { writer, reader, rooms, counting, close } = await ourPair(rig, `drain ${count}`);
  await writer.context().setOffline(true);
  await writer.evaluate((n) => bench.queue(n), count);
  const arrived = reader.evaluate(([ids, n]) => bench.received(ids, n), [rooms, count] as const);
  const costs = counting();
  const start = performance.now();
  await writer.context().setOffline(false);
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
  const arrived = reader.evaluate((n) => (bench as CeilingPage).received(n), count);
  const costs = counting();
  const start = performance.now();
  await writer.evaluate(() => (bench as CeilingPage).drain());
  await arrived;
  const drained = { took: performance.now() - start, costs: await costs(count) };
  await close();
  return drained;
}
