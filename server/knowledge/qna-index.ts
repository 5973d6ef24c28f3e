import { Worker } from 'node:worker_threads';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { Question } from '#domain/retrieval/question.ts';
import type { RetrievalSettings } from '#domain/retrieval/settings.ts';
import type { Explanation } from './explain.ts';

/** What is indexed. */
export interface Indexed {
  entries: KnowledgeEntry[];
  settings: RetrievalSettings;
}

/** What can be asked of the index in its thread. */
export interface QnaCalls {
  /** Returns the entries that have a phrasing at least this like the text, 0 to 1. */
  near: (text: string, least: number) => { id: string; likeness: number }[];
  /** Returns the entries that answer the text best, with their probabilities, and the confidence in the first. */
  search: (text: string) => { confidence: number; items: { entry: KnowledgeEntry; score: number }[] };
  /** Says why a question gets its band. */
  explain: (question: Pick<Question, 'text' | 'chatType'> & { before: readonly string[] }) => Explanation;
}

export interface ToWorker {
  n: number;
  name: keyof QnaCalls;
  args: unknown[];
}

/** An index of Q&As in a thread of its own. */
export interface QnaIndex {
  /** @throws what fails in the thread */
  ask: <Name extends keyof QnaCalls>(
    name: Name,
    ...args: Parameters<QnaCalls[Name]>
  ) => Promise<ReturnType<QnaCalls[Name]>>;
  /** Ends the thread when what was asked is answered. */
  end: () => void;
}

/** Memory of the thread, in MB: about ten times what 5,000 entries need. */
const heapMb = 512;

/**
 * Builds an index in a thread of its own.
 * @returns the index, once it is built
 * @throws what fails in the thread
 */
export async function startQnaIndex(indexed: Indexed): Promise<QnaIndex> {
  const worker = new Worker(new URL('qna-index-worker.ts', import.meta.url), {
    workerData: indexed,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // A process may end while it has such a thread.
  worker.unref();
  const built = Promise.withResolvers<unknown>();
  /** What is not answered yet. 0 is the message that the index is built. */
  const waiting = new Map([[0, built]]);
  let last = 0;
  let isEnding = false;
  let failure: Error | undefined;
  const endIfDone = () => {
    if (isEnding && waiting.size === 0) void worker.terminate();
  };
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  worker.on('message', ({ n, reply }: { n: number; reply: unknown }) => {
    waiting.get(n)?.resolve(reply);
    waiting.delete(n);
    endIfDone();
  });
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the thread that searches Q&As ended with ${code}`)));
  await built.promise;
  return {
    ask(name, ...args) {
      if (failure !== undefined) return Promise.reject(failure);
      const answer = Promise.withResolvers<unknown>();
      waiting.set(++last, answer);
      // The rule is about windows; a thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ n: last, name, args } satisfies ToWorker);
      return answer.promise as never;
    },
    end() {
      isEnding = true;
      endIfDone();
    },
  };
}
