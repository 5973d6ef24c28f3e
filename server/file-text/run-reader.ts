import { fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { FileText } from '#domain/ground/file-text.ts';
import type { TableReading } from '#domain/assistant/knowledge/qna/import/table.ts';
import { SECOND } from '#domain/ground/units.ts';

/** JavaScript heap of the process that reads a file. */
const fileTextHeapMb = 256;
/** Longest time that reading a file takes. */
const fileTextMs = 60 * SECOND;

const root = join(import.meta.dirname, '../..');

/** Folders that the reading process may open: its own code and libraries. It can write nothing and start no process. */
const permissions = ['package.json', 'domain', 'server/file-text', 'server/files', 'node_modules'].map(
  (name) => `--allow-fs-read=${realpathSync(join(root, name))}`,
);

/**
 * Reads the text of a file in a process of its own, without our environment, and kills it when it takes longer or more
 * memory than the limits.
 * @param signal ends the process at once
 */
export function runReader(bytes: Buffer, type: string, signal?: AbortSignal): Promise<FileText> {
  return inProcess<FileText>({ bytes, type }, (cause) => ({ problem: textProblems[cause] }), signal);
}

/** Reads the cells of an Excel file in the same way. */
export function runTableReader(bytes: Buffer, signal?: AbortSignal): Promise<TableReading> {
  return inProcess<TableReading>({ bytes, type: null }, (cause) => ({ problem: tableProblems[cause] }), signal);
}

/** Reason why the process gave no result. */
type ReaderFailure = 'failed' | 'late' | 'killed';

const textProblems = { failed: 'broken', late: 'timedOut', killed: 'tooLarge' } as const;
const tableProblems = { failed: 'broken', late: 'timedOut', killed: 'tooManyBytes' } as const;

async function inProcess<T>(
  message: { bytes: Buffer; type: string | null },
  without: (cause: ReaderFailure) => T,
  signal?: AbortSignal,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const child = fork(join(import.meta.dirname, 'reader-process.ts'), {
    execArgv: ['--permission', '--allow-worker', `--max-old-space-size=${fileTextHeapMb}`, ...permissions],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  const late = setTimeout(() => resolve(without('late')), fileTextMs);
  signal?.addEventListener('abort', kill, { once: true });
  child.once('message', (read) => resolve(read as T));
  child.once('exit', (_code, cause) => resolve(without(causeOf(cause))));
  // More than one may come: the start fails, and then the sending.
  child.on('error', () => resolve(without('failed')));
  child.send(message);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

/** Returns why the process ended without a result: `reader-process.ts` ends itself for time by SIGTERM. */
function causeOf(signal: NodeJS.Signals | null): ReaderFailure {
  if (signal === null) return 'failed';
  return signal === 'SIGTERM' ? 'late' : 'killed';
}
