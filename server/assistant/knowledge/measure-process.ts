import { buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { compareIndexes } from './compare-indexes.ts';
import type { Measured, ToMeasure } from './measure-in-process.ts';

/** A process that builds both indexes and asks them the question set. */

const say = (message: Measured): void => void process.send?.(message);

process.once('message', ({ active, edited, questions }: ToMeasure) => {
  const comparison = compareIndexes({ now: buildIndex(active), next: buildIndex(edited) }, questions, (progress) =>
    say({ progress }),
  );
  say({ comparison });
});
