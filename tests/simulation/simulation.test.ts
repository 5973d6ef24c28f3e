import { expect, test } from 'vitest';
import { faultKinds } from './faults.ts';
import { planOf, type Plan } from './plan.ts';
import { shrink } from './shrink.ts';
import { tell } from './story.ts';
import { patience } from '../support/patience.ts';
import { isWhole } from '../support/whole.ts';

/** A short run; `npm run simulate -- --seeds 10000` is the long one. */
test(
  'whatever goes wrong between devices and server, everything arrives once, in order, everywhere',
  { timeout: patience.histories },
  async () => {
    const counts = new Map<string, number>(faultKinds.map((kind) => [kind, 0]));
    for (let seed = 1; seed <= (isWhole ? 75 : 4); seed++) {
      const { violations, devices, commands, faults } = await tell(planOf(seed), 'liveness');
      expect(violations, `npm run simulate -- --seeds 1 --from ${seed}`).toEqual([]);
      expect(devices).toBeGreaterThanOrEqual(3);
      expect(commands).toBeGreaterThanOrEqual(20);
      const struck = [...faults].filter(([, count]) => count > 0);
      expect(struck.length).toBeGreaterThanOrEqual(4);
      for (const [kind, count] of faults) counts.set(kind, (counts.get(kind) ?? 0) + count);
    }
    // Each kind needs more stories than a short run has.
    const missing = [...counts].filter(([, count]) => count === 0);
    expect(isWhole ? missing : []).toEqual([]);
  },
);

test('also while the faults go on, nothing is lost, doubled or out of order', async () => {
  for (let seed = 1001; seed <= (isWhole ? 1010 : 1002); seed++) {
    const { violations, restedMs } = await tell(planOf(seed), 'safety');
    expect(violations, `npm run simulate -- --mode safety --seeds 1 --from ${seed}`).toEqual([]);
    expect(restedMs).toBeUndefined();
  }
});

/** Stories that once failed, and why. */
test.each([
  [57423, 'a message that its owner discarded came back when the reply to it arrived'],
  [53413, 'a device whose disk was full could not clear what it was told, and stood still'],
])('seed %i: %s', async (seed) => {
  const { violations } = await tell(planOf(seed), 'liveness');
  expect(violations).toEqual([]);
});

test('the same seed tells the same story', async () => {
  const once = await tell(planOf(7), 'liveness');
  const again = await tell(planOf(7), 'liveness');
  expect(again.told).toEqual(once.told);
  expect(again.commands).toBe(once.commands);
  expect(once.told.length).toBeGreaterThan(50);
});

test('a story without faults and troubles comes to rest at once', async () => {
  const plan = planOf(5);
  const quiet: Plan = { ...plan, rate: 0, happenings: plan.happenings.filter(({ kind }) => kind === 'deed') };
  const { violations, restedMs, struck } = await tell(quiet, 'liveness');
  expect(violations).toEqual([]);
  expect(struck).toEqual([]);
  expect(restedMs).toBeLessThan(60_000);
});

test('a failing story is made as short as its fault', { timeout: patience.histories, tags: ['all-only'] }, async () => {
  const plan = planOf(3);
  const faultless = await tell(plan, 'safety');
  // Stands for any fault: this story "fails" when a page has crashed.
  const crashes = plan.happenings.filter(({ kind }) => kind === 'client crashed');
  expect(crashes.length).toBeGreaterThan(0);
  const [short] = await shrink(plan, 'safety', faultless, {
    // No time limit: the test is about the length of the result.
    forMs: patience.histories,
    kindOf: ({ told }) => (told.some((line) => line.includes('client crashed')) ? 'crashed' : undefined),
  });
  expect(short.happenings.map(({ kind }) => kind)).toEqual(['client crashed']);
  expect(short.rate).toBe(0);
});

test('while uploads stall for good, only the messages with files wait', async () => {
  const plan = planOf(5);
  const deeds = plan.happenings.filter(({ kind }) => kind === 'deed');
  const stalls = Array.from({ length: 200 }, (_, i) => {
    return { id: 1000 + i, at: i * 4000, kind: 'upload stalled' as const, device: 0, tab: 0, seed: i };
  });
  const { violations, told } = await tell({ ...plan, rate: 0, happenings: [...stalls, ...deeds] }, 'liveness');
  const withFiles = told.filter((line) => line.includes('phone: message with a file'));
  expect(withFiles.length).toBeGreaterThan(0);
  expect(violations.filter((violation) => violation.includes('phone still has unsent chat.send'))).not.toEqual([]);
  const others = violations.filter((violation) => !violation.includes('phone still has unsent chat.send'));
  expect(others).toEqual([]);
  // Each room is named once, however many of its messages are pending; plain text would also name rooms without files.
  expect(violations.length).toBeLessThanOrEqual(withFiles.length);
});
