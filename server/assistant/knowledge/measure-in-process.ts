import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { SetQuestion } from '../store/question-sets.ts';
import type { Comparison } from './compare-indexes.ts';
import { startComputing } from '../../ground/computing-process.ts';

/** Input of a comparison: the entries on both sides, and the questions to ask. */
export interface ToMeasure {
  active: KnowledgeEntry[];
  edited: KnowledgeEntry[];
  questions: SetQuestion[];
}

/** Messages of the process: the share that is done, then the result. */
export type Measured = { progress: number } | { comparison: Comparison };

/** Memory of the process, in MB: about ten times what 5,000 entries need. */
const heapMb = 1024;

/**
 * Compares two sides in a process of its own.
 * @param onProgress called with the share that is done; once it resolves with false, the comparison is ended
 * @returns undefined when it was ended
 * @throws Error when the process fails
 */
export async function measureInProcess(
  toMeasure: ToMeasure,
  onProgress: (progress: number) => Promise<boolean>,
): Promise<Comparison | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Comparison | undefined>();
  const { kill } = startComputing({
    file: 'assistant/knowledge/measure-process.ts',
    heapMb,
    first: toMeasure,
    heard(message) {
      const said = message as Measured;
      if ('comparison' in said) resolve(said.comparison);
      else onProgress(said.progress).then((goesOn) => (goesOn ? undefined : resolve(undefined)), reject);
    },
    ended: reject,
  });
  try {
    return await promise;
  } finally {
    kill();
  }
}
