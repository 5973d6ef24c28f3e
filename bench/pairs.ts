import type { Bench } from './bench.ts';
import type { Pair } from './devices.ts';
import type { CeilingPage } from './pages/ceiling.ts';
import type { VfpPage } from './pages/vfp.ts';

declare const bench: CeilingPage & VfpPage;

/** Two devices of the product: a customer writes, an expert reads. Both are signed in and up to date. */
export interface OurPair extends Pair {
  rooms: string[];
}

export async function ourPair({ pair }: Bench, label: string): Promise<OurPair> {
  const ours = await pair('vfp');
  const { writer, reader } = ours;
  await reader.evaluate(() => bench.signIn('expert@demo.vfp'));
  await writer.evaluate(() => bench.signIn('engineer@demo.vfp'));
  for (const page of [reader, writer]) {
    await page.evaluate(() => bench.open());
    await page.evaluate(() => bench.live());
  }
  const rooms = await writer.evaluate((name) => bench.openRooms(name), `${label} ${Date.now()}`);
  await writer.evaluate(() => bench.drained());
  return { ...ours, rooms };
}

/** Two pages with bare sockets. */
export async function ceilingPair({ pair }: Bench): Promise<Pair> {
  const ceiling = await pair('ceiling');
  await ceiling.reader.evaluate(() => bench.connect('reader'));
  await ceiling.writer.evaluate(() => bench.connect('writer'));
  return ceiling;
}
