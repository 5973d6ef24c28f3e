import { setTimeout as wait } from 'node:timers/promises';
import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';
import { ms, quantile, ratio } from './stats.ts';
import type { Bench, Row } from './row.ts';

declare const bench: CeilingPage & VfpPage;

const count = 200;

/** Pauses between messages: none, and that of people who talk to each other. */
const pauses = { 'one after the other': 0, '150 ms apart': 150 };

/** Time of one message at a time, from the call until it is on the other user's page, and in that user's database. */
export async function live(rig: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, pauseMs] of Object.entries(pauses)) rows.push(...(await liveAt(rig, name, pauseMs)));
  return rows;
}

async function liveAt({ page }: Bench, name: string, pauseMs: number): Promise<Row[]> {
  const shown: number[] = [];
  const stored: number[] = [];
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
  await reader.evaluate((id) => bench.note(id), room as string);

  const bareReader = await page('ceiling');
  await bareReader.evaluate(() => bench.connect('reader'));
  const bareWriter = await page('ceiling');
  await bareWriter.evaluate(() => bench.connect('writer'));

  for (let t = 0; t < count; t++) {
    const seen = reader.evaluate((n) => bench.seen(n), t);
    const kept = reader.evaluate((n) => bench.stored(n), t);
    const sent = await writer.evaluate(([id, n]) => bench.sendLive(id, n), [room as string, t] as const);
    shown.push((await seen) - sent);
    stored.push((await kept) - sent);
    await wait(pauseMs);
    const bareSeen = bareReader.evaluate((n) => bench.seen(n), t);
    const bareSent = await bareWriter.evaluate((n) => (bench as CeilingPage).sendLive(n), t);
    bare.push((await bareSeen) - bareSent);
    await wait(pauseMs);
  }
  for (const each of [reader, writer, bareReader, bareWriter]) await each.context().close();
  const row = (what: string, ours: number[], share: number, goal: string): Row => ({
    what: `live ${name}: ${what} (beside: the ceiling)`,
    ours: ms(quantile(ours, share)),
    beside: ms(quantile(bare, share)),
    ratio: ratio(quantile(ours, share), quantile(bare, share)),
    goal,
  });
  return [
    row('shown, p50', shown, 0.5, ''),
    row('readable in the database, p50', stored, 0.5, pauseMs === 0 ? '4x or less' : '2x or less'),
    row('readable in the database, p99', stored, 0.99, '5x or less'),
  ];
}
