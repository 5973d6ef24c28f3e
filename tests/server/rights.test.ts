import { afterAll, expect, test } from 'vitest';
import { callNames, namespaceNames } from '../support/rights/channels.ts';
import { losses } from '../support/rights/losses.ts';
import { walk } from '../support/rights/walk.ts';
import { provideServer } from '../support/servers/server.ts';

/** A user who loses a right loses it on every open channel. */

const server = await provideServer();
let walked = 0;

afterAll(() => {
  process.stdout.write(`${Object.keys(losses).length} ways to lose a right, ${walked} channels that were open\n`);
});

test.each(Object.entries(losses))('%s: open channels deliver nothing more', async (_name, loss) => {
  const { db, filesDir, url } = server;
  const open = await walk({ db, filesDir, url, elsewhere: url }, loss);
  expect(open).toBeGreaterThan(callNames.length);
  expect(open).toBeLessThanOrEqual(callNames.length + namespaceNames.length);
  walked += open;
});
