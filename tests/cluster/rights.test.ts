import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Processes, startProcesses } from '../support/servers/processes.ts';
import { callNames } from '../support/rights/channels.ts';
import { losses } from '../support/rights/losses.ts';
import { walk } from '../support/rights/walk.ts';

/** A right lost on one process also ends connections on the others. */

const dataDir = mkdtempSync(join(tmpdir(), 'vfp-rights-'));
let processes: Processes;
let walked = 0;

beforeAll(async () => {
  processes = await startProcesses({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await processes.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.stdout.write(`${Object.keys(losses).length} ways to lose a right, ${walked} channels that were open\n`);
});

test.each(Object.entries(losses))(
  '%s, on another process: what is open says nothing more of it',
  async (_name, loss) => {
    const [url, elsewhere] = processes.urls;
    const open = await walk({ db: processes.db, filesDir: join(dataDir, 'files'), url, elsewhere }, loss);
    expect(open).toBeGreaterThan(callNames.length);
    walked += open;
  },
);
