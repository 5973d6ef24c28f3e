import { appendFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { serve } from '../server/serve.ts';

/** The product for the pictures: a database of its own with fresh demo data, and a build that can be replaced while somebody looks. */
export interface ShownServer {
  url: string;
  /** Puts a newer version in the place of the one that is served. */
  deploy(): void;
  /** From now on serves a version so old that the server takes nothing from it. */
  serveTooOld(): void;
  close(): Promise<void>;
}

/** @param folder where the database and the build that is served lie; the caller removes it */
export async function startShownServer(folder: string): Promise<ShownServer> {
  const served = join(folder, 'served');
  cpSync(join(import.meta.dirname, '..', 'dist'), served, { recursive: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DEMO: 'on',
    LOG_LEVEL: 'error',
    PUBLIC_URL: url,
  };
  const serving = await serve(readConfig(env), { distDir: served });
  const worker = join(served, 'service-worker.js');
  return {
    url,
    deploy() {
      appendFileSync(worker, '\n// newer');
      dropCompressed(worker);
    },
    serveTooOld: () => makeTooOld(join(served, 'assets')),
    close: () => serving.close(),
  };
}

/** The build says that it speaks a protocol from before the first. */
function makeTooOld(assets: string): void {
  const current = 'push({protocol:1';
  const files = readdirSync(assets).map((name) => join(assets, name));
  const changed = files.filter((file) => file.endsWith('.js') && readFileSync(file, 'utf8').includes(current));
  if (changed.length === 0) throw new Error('No file of the build says which protocol it speaks.');
  for (const file of changed) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(current, 'push({protocol:0'));
    dropCompressed(file);
  }
}

function dropCompressed(file: string): void {
  for (const ending of ['br', 'gz']) rmSync(`${file}.${ending}`, { force: true });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
