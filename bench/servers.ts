import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** A server in its own process, so that its work is measured separately. */
export interface BenchServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** @param kind `peers`: the ceiling's and the naive server; `vfp`: ours, serving the bench's pages */
export async function startServer(kind: 'peers' | 'vfp', env: Record<string, string>): Promise<BenchServer> {
  const child: ChildProcess = fork(resolve(import.meta.dirname, `peers/${kind}-main.ts`), {
    // Vite's build sets NODE_ENV to production, where the server refuses to start with demo accounts.
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [first] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`the ${kind} server ended`);
    }),
  ])) as [{ url: string }];
  return {
    url: first.url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
