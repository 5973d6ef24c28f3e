import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { patience } from '../patience.ts';
import { until } from '../until.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The real server in a separate process, so that it can be killed. */
export interface ServerProcess {
  readonly port: number;
  readonly output: () => string;
  /** Closes the pipes that read its output. */
  loseReader(): void;
  /** Starts or restarts it on the same port with the same data; resolves when it accepts requests and has its demo. */
  start(): Promise<void>;
  /** Starts it without waiting for the result. */
  launch(): void;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Stops it in its tracks, as a machine that hangs; `thaw` lets it go on. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/**
 * Creates a server process.
 * @param env settings beside PORT and HOST: DATABASE_URL or DATA_DIR, DEMO, PUBLIC_URL
 * @param flags flags for Node itself
 * @param main the file that starts it
 */
export async function serverProcess(
  env: Record<string, string>,
  flags: string[] = [],
  main = 'server/main.ts',
): Promise<ServerProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let output = '';
  /** What it has printed since it was launched. */
  let printed = '';
  const hasDemo = /^(on|1)$/.test(env['DEMO'] ?? '');

  async function ended(signal: NodeJS.Signals): Promise<void> {
    const dying = child;
    child = undefined;
    if (dying === undefined || dying.exitCode !== null) return;
    const exit = once(dying, 'exit');
    dying.kill(signal);
    const [code]: unknown[] = await exit;
    // Without an exit code, the signal ended it before it could handle it.
    if (signal === 'SIGTERM' && code !== 0 && code !== null) throw new Error(`it did not stop cleanly:\n${output}`);
  }

  function launch(): ChildProcess {
    printed = '';
    child = spawn(process.execPath, [...flags, main], {
      cwd: root,
      // No limit for lock waits, because a busy machine makes them long. Redis only where a test names it.
      env: {
        ...process.env,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(port),
        LOCK_WAIT_MS: '0',
        REDIS_URL: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        output = (output + bytes.toString()).slice(-20_000);
        printed = (printed + bytes.toString()).slice(-20_000);
      });
    }
    return child;
  }

  return {
    port,
    output: () => output,
    loseReader() {
      child?.stdout?.destroy();
      child?.stderr?.destroy();
    },
    launch,
    async start() {
      const starting = launch();
      await until('the server is ready', () => starting.exitCode !== null || isReady(port), patience.start);
      if (hasDemo)
        await until('the demo is complete', () => starting.exitCode !== null || printed.includes('demo is complete'));
      if (starting.exitCode !== null) throw new Error(`the server ended:\n${output}`);
    },
    kill: () => ended('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: () => ended('SIGTERM'),
  };
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
