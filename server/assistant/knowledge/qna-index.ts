import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { RetrievalTestReply } from '#domain/assistant/wire/retrieval-test.ts';
import type { Question } from '#domain/assistant/retrieval/question.ts';
import { startComputing } from '../../ground/computing-process.ts';

/** Calls to the index in its process. */
export interface QnaCalls {
  /** Returns the entries that have a phrasing at least this like the text, 0 to 1. */
  near: (text: string, least: number) => { id: string; likeness: number }[];
  /** Returns the entries that answer the text best, with their probabilities, and the confidence in the first. */
  search: (text: string) => { confidence: number; items: { entry: KnowledgeEntry; score: number }[] };
  /** Says why a question gets its band. */
  explain: (question: Pick<Question, 'text' | 'chatType'> & { before: readonly string[] }) => RetrievalTestReply;
}

export interface ToProcess {
  n: number;
  name: keyof QnaCalls;
  args: unknown[];
}

export interface FromProcess {
  n: number;
  reply: unknown;
}

/** An index of Q&As in a process of its own. */
export interface QnaIndex {
  /** @throws what fails in the process */
  ask: <Name extends keyof QnaCalls>(
    name: Name,
    ...args: Parameters<QnaCalls[Name]>
  ) => Promise<ReturnType<QnaCalls[Name]>>;
  /** Ends the process when what was asked is answered. */
  end: () => void;
  /** Whether its process has failed: it answers nothing any more. */
  hasFailed: () => boolean;
}

/** Memory of the process, in MB: about ten times what 5,000 entries need. */
const heapMb = 512;

/**
 * Builds an index in a process of its own.
 * @returns the index, once it is built
 * @throws Error when the process fails
 */
export async function startQnaIndex(entries: KnowledgeEntry[]): Promise<QnaIndex> {
  const built = Promise.withResolvers<unknown>();
  /** Calls that are not answered yet. 0 is the message that the index is built. */
  const waiting = new Map([[0, built]]);
  let last = 0;
  let isEnding = false;
  let failure: Error | undefined;
  const { say, kill } = startComputing({
    file: 'assistant/knowledge/qna-index-process.ts',
    heapMb,
    first: entries,
    heard(message) {
      const { n, reply } = message as FromProcess;
      waiting.get(n)?.resolve(reply);
      waiting.delete(n);
      endIfDone();
    },
    ended(error) {
      failure ??= error;
      for (const { reject } of waiting.values()) reject(failure);
      waiting.clear();
    },
  });
  function endIfDone(): void {
    if (isEnding && waiting.size === 0) kill();
  }
  await built.promise;
  return {
    ask(name, ...args) {
      if (failure !== undefined) return Promise.reject(failure);
      const answer = Promise.withResolvers<unknown>();
      waiting.set(++last, answer);
      say({ n: last, name, args } satisfies ToProcess);
      return answer.promise as never;
    },
    end() {
      isEnding = true;
      endIfDone();
    },
    hasFailed: () => failure !== undefined,
  };
}
