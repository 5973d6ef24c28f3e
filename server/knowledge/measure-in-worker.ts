import { Worker } from 'node:worker_threads';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { RetrievalSettings } from '#domain/retrieval/settings.ts';
import type { SetQuestion } from '../store/knowledge/question-sets.ts';
import type { Comparison } from './compare-indexes.ts';

/** What is compared: the entries on both sides, and the questions to ask. */
export interface ToMeasure {
  active: KnowledgeEntry[];
  edited: KnowledgeEntry[];
  questions: SetQuestion[];
  settings: RetrievalSettings;
  /** The parameters of the new side, if they differ. */
  nextSettings?: RetrievalSettings;
}

export type WorkerMessage = { progress: number } | { comparison: Comparison };

/** Memory of the thread, in MB: about ten times what 5,000 entries need. */
const heapMb = 1024;

/**
 * Compares two sides in a thread of its own.
 * @param onProgress called with the share that is done; once it resolves with false, the comparison is ended
 * @returns undefined when it was ended
 * @throws what fails in the thread
 */
export async function measureInWorker(
  toMeasure: ToMeasure,
  onProgress: (progress: number) => Promise<boolean>,
): Promise<Comparison | undefined> {
  const worker = new Worker(new URL('measure-worker.ts', import.meta.url), {
    workerData: toMeasure,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if ('comparison' in message) resolve(message.comparison);
        else onProgress(message.progress).then((goesOn) => (goesOn ? undefined : resolve(undefined)), reject);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`the thread that measures ended with ${code}`)));
    });
  } finally {
    await worker.terminate();
  }
}
