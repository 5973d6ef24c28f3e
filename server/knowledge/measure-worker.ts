import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex } from '#domain/retrieval/retrieve.ts';
import { compareIndexes } from './compare-indexes.ts';
import type { ToMeasure, WorkerMessage } from './measure-in-worker.ts';

/** A thread that builds both indexes and asks them the question set, so that requests do not wait for it. */

const { active, edited, questions, settings, nextSettings = settings } = workerData as ToMeasure;
// The rule is about windows; the port of a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const say = (message: WorkerMessage): void => parentPort?.postMessage(message);
const comparison = compareIndexes(
  { now: buildIndex(active, settings), next: buildIndex(edited, nextSettings) },
  questions,
  (progress) => say({ progress }),
);
say({ comparison });
