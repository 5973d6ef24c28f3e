import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from '../tests/support/servers/server-process.ts';

/** A server in its own process, so that its work is measured separately. */
export interface BenchServer {
  url: string;
  pid: number;
  /** Memory in KB that it keeps after collecting its garbage. */
  keptKb(): Promise<number>;
  stop(): Promise<void>;
}

/** Ours, serving the bench's pages, on a database that is there. */
export async function startVfp(settings: { databaseUrl: string; pages: string; folder: string }): Promise<BenchServer> {
  return await start('servers/vfp-main.ts', {
    DATABASE_URL: settings.databaseUrl,
    PAGES: settings.pages,
    PORT: String(await freePort()),
    DATA_DIR: settings.folder,
    // Quotas and limits are counted as usual, but are too high for the bench to reach.
    QUOTA_FACTOR: '1000',
    REQUESTS_PER_ADDRESS: '100000000',
    REQUESTS_PER_PERSON: '100000000',
    HANDSHAKES_PER_ADDRESS: '100000000',
  });
}

/** The ceiling's server. */
export async function startCeiling(pages: string): Promise<BenchServer> {
  return await start('servers/ceiling-main.ts', { PAGES: pages });
}

/** A bare socket server. */
export async function startBare(): Promise<BenchServer> {
  return await start('servers/bare-main.ts', {});
}

async function start(file: string, env: Record<string, string>): Promise<BenchServer> {
  const child: ChildProcess = fork(resolve(import.meta.dirname, file), {
    // Vite's build sets NODE_ENV to production, where the server refuses to start with demo accounts.
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...env },
    execArgv: [...startFlags(), '--expose-gc', `--import=${resolve(import.meta.dirname, 'servers/child.ts')}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended`);
  });
  // Avoids an unhandled rejection when it ends as asked.
  ended.catch(() => undefined);
  const next = async <T>(): Promise<T> => ((await Promise.race([once(child, 'message'), ended])) as [T])[0];
  const { url } = await next<{ url: string }>();
  return {
    url,
    pid: child.pid ?? 0,
    async keptKb() {
      child.send('memory');
      return (await next<{ keptKb: number }>()).keptKb;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** The Node.js flags of `npm start`. */
export function startFlags(): string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}
