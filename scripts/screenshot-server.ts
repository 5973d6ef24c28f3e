import { appendFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { serve } from '../server/serve.ts';

/** Server for the screenshots: its own database with fresh demo data, and a build that can be replaced while in use. */
export interface ShownServer {
  url: string;
  /** Replaces the served version by a newer one. */
  deploy(): void;
  /** Replaces the served version by one so old that the server accepts no pushes from it. */
  serveTooOld(): void;
  close(): Promise<void>;
}

/** Starts the server. @param folder for the database and the served build; the caller deletes it */
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
  await serving.demoFilled;
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

/** Changes the protocol version in the build to one before the first. */
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
