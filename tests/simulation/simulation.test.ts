import { expect, test } from 'vitest';
import { faultKinds } from './faults.ts';
import { simulate } from './simulate.ts';

/** A short run with every `npm test`; `npm run simulate -- --seeds 300` is the long one. */
test(
  'whatever goes wrong between devices and server, everything arrives once, in order, everywhere',
  { timeout: 120_000 },
  async () => {
    const counts = new Map<string, number>(faultKinds.map((kind) => [kind, 0]));
    for (let seed = 1; seed <= 25; seed++) {
      const { violations, devices, commands, faults } = await simulate(seed);
      expect(violations, `npm run simulate -- --seeds 1 --from ${seed}`).toEqual([]);
      expect(devices).toBeGreaterThanOrEqual(2);
      expect(commands).toBeGreaterThanOrEqual(40);
      const struck = [...faults].filter(([, count]) => count > 0);
      expect(struck.length).toBeGreaterThanOrEqual(3);
      for (const [kind, count] of faults) counts.set(kind, (counts.get(kind) ?? 0) + count);
    }
    expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
  },
);

test('the same seed tells the same story', async () => {
  const once = await simulate(7);
  const again = await simulate(7);
  expect([...again.faults]).toEqual([...once.faults]);
  expect(again.commands).toBe(once.commands);
});
