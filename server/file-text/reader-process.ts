import { Worker } from 'node:worker_threads';
import type { FileText } from '#domain/file-text.ts';
import { serverLimits } from '#domain/server-limits.ts';

/**
 * The process that reads one file and ends: see `run-reader.ts`. A thread reads; this one stays free to watch the memory
 * of the whole process, because inflated bytes do not count as the thread's heap.
 */
process.once('message', ({ bytes, type }: { bytes: Uint8Array; type: string }) => {
  const reader = new Worker(new URL('reader-thread.ts', import.meta.url), {
    workerData: { bytes, type },
    resourceLimits: { maxOldGenerationSizeMb: serverLimits.fileTextHeapMb, maxYoungGenerationSizeMb: 32 },
  });
  reader.once('message', finish);
  reader.once('error', (error: Error & { code?: string }) => {
    finish({ problem: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'broken' });
  });
  setInterval(() => {
    if (process.memoryUsage.rss() > serverLimits.fileTextMemoryBytes) finish({ problem: 'tooLarge' });
  }, watchEveryMs);
});

/** Short, because a decoder can fill hundreds of megabytes in a second. */
const watchEveryMs = 20;

// The server is gone, or has given this file up.
process.once('disconnect', () => process.exit());

function finish(text: FileText): void {
  process.send?.(text, () => process.exit());
}
