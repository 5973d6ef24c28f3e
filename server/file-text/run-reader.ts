import { fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { FileProblem, FileText } from '#domain/file-text.ts';
import { serverLimits } from '#domain/server-limits.ts';

const root = join(import.meta.dirname, '../..');

/** What the reading process may open: its own code and libraries. It can write nothing and start no process. */
const permissions = ['package.json', 'domain', 'server/file-text', 'node_modules'].map(
  (name) => `--allow-fs-read=${realpathSync(join(root, name))}`,
);

/**
 * Reads the text of a file in a process of its own, without our environment, and kills it when it takes longer or more
 * memory than the limits.
 * @param signal ends the process at once
 */
export async function runReader(bytes: Buffer, type: string, signal?: AbortSignal): Promise<FileText> {
  const { promise, resolve } = Promise.withResolvers<FileText>();
  const child = fork(join(import.meta.dirname, 'reader-process.ts'), {
    execArgv: ['--permission', '--allow-worker', `--max-old-space-size=${serverLimits.fileTextHeapMb}`, ...permissions],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  const late = setTimeout(() => resolve({ problem: 'timedOut' }), serverLimits.fileTextMs);
  signal?.addEventListener('abort', kill, { once: true });
  child.once('message', (text) => resolve(text as FileText));
  child.once('exit', (_code, cause) => resolve({ problem: problemOf(cause) }));
  // More than one may come: the start fails, and then the sending.
  child.on('error', () => resolve({ problem: 'broken' }));
  child.send({ bytes, type });
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

/** Returns why the process ended without a text: `reader-process.ts` ends itself for time by SIGTERM. */
function problemOf(cause: NodeJS.Signals | null): FileProblem {
  if (cause === null) return 'broken';
  return cause === 'SIGTERM' ? 'timedOut' : 'tooLarge';
}
