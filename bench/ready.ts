import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServerProcess, serverProcess } from '../tests/support/servers/server-process.ts';
import type { Bench } from './bench.ts';
import { until } from '../tests/support/until.ts';
import { buildWhereNeeded, serverToStart } from '../scripts/build-where-needed.ts';
import { startBare, startFlags } from './servers.ts';

/**
 * Time until the server of `npm start` is ready, with the PostgreSQL and the demo data it brings along: the first time
 * ever, and again. App and server are built before.
 */
export async function ready({ rounds, folder, figures }: Bench): Promise<void> {
  buildWhereNeeded();
  serverToStart();
  for (let round = 0; round < rounds; round++) {
    const data = mkdtempSync(join(folder, 'ready-'));
    // PostgreSQL refuses to run as root, and another user must be able to enter.
    chmodSync(data, 0o755);
    const server = await serverProcess(
      { DATABASE_URL: '', DATA_DIR: data, DEMO: 'on', LOG_LEVEL: 'warn' },
      startFlags(),
      'scripts/start.ts',
    );
    try {
      const first = await readyMs(server);
      await until('the demo is complete', () => server.output().includes('demo is complete'));
      await server.stop();
      const again = await readyMs(server);
      const bare = await bareMs();
      figures.note('ready.first', first, bare);
      figures.note('ready.again', again, bare);
    } finally {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
  }
}

async function readyMs(server: ServerProcess): Promise<number> {
  const start = performance.now();
  server.launch();
  while (!(await isReady(server.port))) {
    if (performance.now() - start > patienceMs) throw new Error(`The server is not ready:\n${server.output()}`);
    await wait(5);
  }
  return performance.now() - start;
}

const patienceMs = 60_000;

async function isReady(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function bareMs(): Promise<number> {
  const start = performance.now();
  const { stop } = await startBare();
  const took = performance.now() - start;
  await stop();
  return took;
}
