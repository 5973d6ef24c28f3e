import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readConfig } from '../../../server/ground/config.ts';
import type { Serving } from '../../../server/open-server.ts';
import { serve } from '../../../server/serve.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { demoDatabase } from '../database/demo-world.ts';
import { freePort } from '../servers/server-process.ts';

/** The whole product in this process, with a build that can be replaced by another while users work. */
export interface Deployment {
  url: string;
  serving: Serving;
  /** Replaces the build by the next one. */
  deployNext(): void;
  close(): Promise<void>;
}

const built = join(import.meta.dirname, '..', '..', '..', 'dist');

/**
 * Starts the product.
 * @param old whether the first build is so old that the server refuses it
 * @param prepare changes the first build in the folder it is served from
 */
export async function startDeployment(
  old = false,
  prepare: (served: string) => void = () => undefined,
): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-builds-'));
  const served = join(folder, 'served');
  cpSync(built, served, { recursive: true });
  if (old) rewrite(served, served, (text) => text.replaceAll('push({protocol:1', 'push({protocol:0'));
  prepare(served);
  const database = await demoDatabase();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    DEMO: 'on',
    PUBLIC_URL: url,
  };
  const serving = await serve(readConfig(env), { distDir: served, log: silentLog });
  let builds = 1;
  return {
    url,
    serving,
    deployNext: () => deploy(served, `next${++builds}`),
    async close() {
      await serving.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns which build the page runs: the first, or the name of the later one. */
export function buildOf(): string {
  const scripts = [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? '');
  return /-(next\d)[\w-]{3}\.js/.exec(scripts.join(' '))?.[1] ?? 'first';
}

/** Replaces the served build by the same app with another version and other names for all hashed files. */
function deploy(served: string, name: string): void {
  const { version }: { version: string } = JSON.parse(readFileSync(join(built, 'build.json'), 'utf8'));
  // The name takes the place of five of the eight letters of a hash.
  const hashed = /([\w.-]+-)[\w-]{5}([\w-]{3})\.(js|css)/g;
  rewrite(
    built,
    served,
    (text) =>
      text
        .replaceAll(hashed, `$1${name}$2.$3`)
        .replaceAll(version, `9.9.9+${name}`)
        // The service worker's precache list: files without a hash in their name count as changed.
        .replaceAll(/(revision"?:\s*["'`])(?=[0-9a-f]{32})/g, `$1${name}`),
    // Old files that open pages load lazily stay, as after a real deployment.
    (path) => (path.startsWith('assets/') ? path.replace(hashed, `$1${name}$2.$3`) : path),
  );
}

function rewrite(from: string, to: string, change: (text: string) => string, rename = (path: string) => path): void {
  for (const file of filesIn(from)) {
    const path = relative(from, file);
    if (!/\.(js|css|html|json)$/.test(path)) continue;
    writeFileSync(join(to, rename(path)), change(readFileSync(file, 'utf8')));
    for (const ending of ['br', 'gz']) rmSync(join(to, `${path}.${ending}`), { force: true });
  }
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}
