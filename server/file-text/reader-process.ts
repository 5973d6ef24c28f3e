import { Worker } from 'node:worker_threads';
import { readFile } from './read-file.ts';
import { readTable } from './read-table.ts';
import { MB, SECOND } from '#domain/ground/units.ts';

/** Memory of the process that reads a file. */
const fileTextMemoryBytes = 512 * MB;
/** Longest processor time that reading a file takes. */
const fileTextCpuMs = 10 * SECOND;

/**
 * The process that reads one file and ends: see `run-reader.ts`. A thread watches memory and processor time, because a decoder that
 * does not return would never let this one do it, and inflated bytes do not count as JavaScript's heap.
 */
const watch = `
  const { workerData: most } = require('node:worker_threads');
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.memoryUsage.rss() > most.bytes) process.kill(process.pid, 'SIGKILL');
    if (user + system > most.cpuMs * 1000) process.kill(process.pid, 'SIGTERM');
  }, 20);
`;

const most = { bytes: fileTextMemoryBytes, cpuMs: fileTextCpuMs };
// Plain JavaScript, so that it starts at once.
new Worker(watch, { eval: true, workerData: most }).unref();

// The server is gone.
process.once('disconnect', () => process.exit());

process.once('message', ({ bytes, type }: { bytes: Uint8Array; type: string | null }) => {
  const file = Buffer.from(bytes);
  const result = type === null ? readTable(file) : readFile(file, type);
  void result.then((read) => process.send?.(read, () => process.exit()));
});
