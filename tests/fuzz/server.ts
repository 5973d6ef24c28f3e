import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { callCutOff } from '../../server/spine/routes/calls-under-way.ts';
import { freePort } from '../support/servers/server-process.ts';
import { until } from '../support/until.ts';

/** The server under test in its own process; everything it logs is read. */
export interface Fuzzed {
  url: string;
  isAlive(): boolean;
  /** Returns the errors logged since the last call. */
  faults(): string[];
  /** Whether it has logged cutting such a call, once for each, such as `GET /api/v1/users/me`. */
  hasCutOff(call: string): boolean;
  /** Returns the end of its log. */
  tail(): string;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');
const patienceMs = 120_000;
const none = '1000000000';

/** Starts the server on loopback with the demo data, without the limits that would end the run. */
export async function startFuzzed(databaseUrl: string): Promise<Fuzzed> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'vfp-fuzz-'));
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: '1',
      LOG_LEVEL: 'info',
      REQUESTS_PER_ADDRESS: none,
      REQUESTS_PER_PERSON: none,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = readLog(child);
  const url = `http://127.0.0.1:${port}`;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const fuzzed: Fuzzed = {
    url,
    isAlive,
    faults: () => log.faults.splice(0),
    hasCutOff(call) {
      const at = log.cutOff.indexOf(call);
      if (at !== -1) log.cutOff.splice(at, 1);
      return at !== -1;
    },
    tail: () => log.lines.slice(-20).join('\n'),
    async stop() {
      if (isAlive()) {
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await until(
      'the server serves',
      async () => {
        if (!isAlive()) throw new Error(`the server ended:\n${fuzzed.tail()}`);
        return (await fetch(`${url}/readyz`)).ok;
      },
      patienceMs,
    );
  } catch (error) {
    await fuzzed.stop();
    throw error;
  }
  return fuzzed;
}

interface Log {
  lines: string[];
  faults: string[];
  cutOff: string[];
}

/** Collects whole lines; those with the level error are faults. */
function readLog(child: ChildProcess): Log {
  const log: Log = { lines: [], faults: [], cutOff: [] };
  for (const stream of [child.stdout, child.stderr]) {
    let half = '';
    stream?.on('data', (bytes: Buffer) => {
      const lines = (half + bytes.toString()).split('\n');
      half = lines.pop() ?? '';
      log.lines = [...log.lines, ...lines].slice(-50);
      log.cutOff.push(...lines.filter((line) => line.includes(callCutOff)).map(callIn));
      log.faults.push(...lines.filter((line) => /"level":[56]0/.test(line)).map((line) => line.slice(0, 1500)));
    });
  }
  return log;
}

function callIn(line: string): string {
  const { method, url } = JSON.parse(line) as { method: string; url: string };
  return `${method} ${url}`;
}
