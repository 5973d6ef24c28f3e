import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import type { Pair } from './devices.ts';
import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';
import { ceilingPair, ourPair } from './pairs.ts';
import { median, quantile } from './stats.ts';
import { rooms } from './workload.ts';

/** Functions that both pages have. */
declare const bench: Pick<CeilingPage & VfpPage, 'arrived' | 'sendLive'> & { watch: VfpPage['watch'] };

/**
 * Pauses between messages: none, and that of people who talk to each other. Fewer of these, because they take longest.
 * The rooms take turns; only one can be open.
 */
const variants = {
  'live.each': { most: 200, pauseMs: 0, until: 'stored', rooms },
  'live.paused': { most: 120, pauseMs: 150, until: 'stored', rooms },
  'live.shown': { most: 200, pauseMs: 0, until: 'shown', rooms: 1 },
} as const;

type Variant = (typeof variants)[keyof typeof variants];

/**
 * Time of one message at a time, from the call until the other user's database has it, so that it can be read there, or
 * until that user's page shows it.
 */
export async function live(rig: Bench): Promise<void> {
  for (const work of Object.keys(variants) as (keyof typeof variants)[]) {
    const variant = variants[work];
    const count = rig.atMost(variant.most);
    const ours = await ourPair(rig, work);
    const ceiling = await ceilingPair(rig);
    await ours.reader.evaluate(([ids, until]) => bench.watch(ids, until), [
      ours.rooms.slice(0, variant.rooms),
      variant.until,
    ] as const);
    for (let round = 0; round < rig.rounds; round++) {
      const mine = await sent(ours, variant, round * count, count);
      const bare = await sent(ceiling, variant, round * count, count);
      rig.figures.note(`${work}.p50`, median(mine.times), median(bare.times));
      if (work !== 'live.shown') {
        rig.figures.note(`${work}.p99`, quantile(mine.times, 0.99), quantile(bare.times, 0.99));
      }
      rig.figures.costs(work, mine.costs, bare.costs);
    }
    await ours.close();
    await ceiling.close();
  }
}

/** Sends messages `from` and following, one at a time. */
async function sent({ writer, reader, counting }: Pair, variant: Variant, from: number, count: number) {
  const { pauseMs, until } = variant;
  const times: number[] = [];
  const costs = counting();
  for (let t = from; t < from + count; t++) {
    const arrived = reader.evaluate(([how, n]) => bench.arrived(how, n), [until, t] as const);
    const at = await writer.evaluate(([n, of]) => bench.sendLive(n, of), [t, variant.rooms] as const);
    times.push((await arrived) - at);
    if (pauseMs > 0) await wait(pauseMs);
  }
  return { times, costs: await costs(count) };
}
