import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';
import { median, ms, quantile, ratio } from './stats.ts';
import type { Bench, Row } from './row.ts';

declare const bench: CeilingPage & VfpPage;

const count = 200;

/** Time of one message at a time, from the call until it is visible on the other user's page. */
export async function live({ page }: Bench): Promise<Row[]> {
  const ours: number[] = [];
  const bare: number[] = [];

  const reader = await page('vfp');
  await reader.evaluate(() => bench.signIn('expert@demo.vfp'));
  await reader.evaluate(() => bench.open());
  await reader.evaluate(() => bench.live());
  const writer = await page('vfp');
  await writer.evaluate(() => bench.signIn('engineer@demo.vfp'));
  await writer.evaluate(() => bench.open());
  await writer.evaluate(() => bench.live());
  const [room] = await writer.evaluate((label) => bench.openRooms(label), `live ${Date.now()}`);
  await writer.evaluate(() => bench.drained());
  await reader.evaluate((id) => bench.show(id), room as string);

  const bareReader = await page('ceiling');
  await bareReader.evaluate(() => bench.connect('reader'));
  const bareWriter = await page('ceiling');
  await bareWriter.evaluate(() => bench.connect('writer'));

  for (let t = 0; t < count; t++) {
    const seen = reader.evaluate((n) => bench.seen(n), t);
    const sent = await writer.evaluate(([id, n]) => bench.sendLive(id, n), [room as string, t] as const);
    ours.push((await seen) - sent);
    const bareSeen = bareReader.evaluate((n) => bench.seen(n), t);
    const bareSent = await bareWriter.evaluate((n) => (bench as CeilingPage).sendLive(n), t);
    bare.push((await bareSeen) - bareSent);
  }
  for (const each of [reader, writer, bareReader, bareWriter]) await each.context().close();
  return [
    {
      what: 'live delivery, p50 (beside: the ceiling)',
      ours: ms(median(ours)),
      beside: ms(median(bare)),
      ratio: ratio(median(ours), median(bare)),
      goal: '2x or less',
    },
    {
      what: 'live delivery, p99 (beside: the ceiling)',
      ours: ms(quantile(ours, 0.99)),
      beside: ms(quantile(bare, 0.99)),
      ratio: ratio(quantile(ours, 0.99), quantile(bare, 0.99)),
      goal: '',
    },
  ];
}
