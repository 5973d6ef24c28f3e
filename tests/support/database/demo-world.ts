import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../server/ground/config.ts';
import { serve } from '../../../server/serve.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { freshDatabase, type TestDatabase } from './cluster.ts';

/** Returns a database with the demo data: a copy of one that a server of this run filled once. */
export function demoDatabase(): Promise<TestDatabase> {
  return freshDatabase({ name: 'vfp_demo', fill });
}

async function fill(url: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vfp-demo-'));
  const settings = { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'on', NODE_ENV: 'test' };
  const serving = await serve(readConfig({ ...settings, LOG_LEVEL: 'silent' }), { log: silentLog });
  await serving.demoFilled;
  await serving.close();
  await rm(dataDir, { recursive: true, force: true });
}
