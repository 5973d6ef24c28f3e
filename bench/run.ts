import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { build } from 'vite';
import { ensureChromium } from '../scripts/chromium.ts';
import { silentLog } from '../server/log.ts';
import { startPostgres } from '../server/postgres/postgres.ts';
import { freePort } from '../tests/support/server-process.ts';
import { append } from './append.ts';
import { drain } from './drain.ts';
import { live } from './live.ts';
import { openRoom } from './open-room.ts';
import { startServer } from './servers.ts';
import type { Bench, Row } from './row.ts';

/**
 * `npm run bench`: compares the product with a naive outbox and a bare socket, interleaved in one run, on one
 * PostgreSQL with fsync on. Compare the ratios; the absolute times depend on the machine.
 *
 *   npm run bench -- --only drain --runs 5 --naive 1000
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '5' },
    /** How many messages the naive outbox drains; 10,000 would take minutes. */
    naive: { type: 'string', default: '1000' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'vfp-bench-'));
const pages = resolve(import.meta.dirname, 'results/pages');
mkdirSync(pages, { recursive: true });
await build({ configFile: resolve(import.meta.dirname, 'vite.config.ts'), logLevel: 'error' });

const postgres = await startPostgres({ dataDir: folder, log: silentLog });
const port = await freePort();
const servers = {
  peers: await startServer('peers', { DATABASE_URL: postgres.url, PAGES: pages }),
  vfp: await startServer('vfp', {
    DATABASE_URL: postgres.url,
    PAGES: pages,
    PORT: String(port),
    DATA_DIR: folder,
    // Quotas are counted as usual, but are too high for the bench to reach.
    QUOTA_FACTOR: '1000',
  }),
};
const browser: Browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

const bench: Bench = {
  runs: Number(values.runs),
  naiveCount: Number(values.naive),
  async page(kind) {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${kind}: ${error.message}`));
    await page.goto(`${kind === 'vfp' ? servers.vfp.url : servers.peers.url}/${kind}.html`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return page;
  },
};

const parts = { append, drain, open: openRoom, live };

try {
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue;
    const found = await part(bench);
    console.table(found);
    rows.push(...found);
  }
  const report = { at: new Date().toISOString(), node: process.version, cores: cpus().length, runs: bench.runs, rows };
  writeFileSync(resolve(import.meta.dirname, 'results/latest.json'), `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await browser.close();
  await servers.peers.stop();
  await servers.vfp.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
