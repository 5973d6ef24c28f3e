import { useRef } from 'react';
import { useAttempt } from '../ui/use-attempt.ts';

export interface KeyedWrite {
  isBusy: boolean;
  /** Reason why the last try failed, and what is safe. */
  problem: string | undefined;
  /** Runs a write. @returns its reply; undefined when it failed */
  run: <T>(content: unknown, write: (key: string) => Promise<T>) => Promise<{ reply: T } | undefined>;
}

/**
 * Sends a write once. The same content keeps its idempotency key, so that trying again after a lost reply cannot take
 * effect twice.
 * @param problemOf returns the sentence for an error; undefined when it is shown elsewhere
 */
export function useKeyedWrite(problemOf: (error: unknown) => string | undefined): KeyedWrite {
  const { isBusy, problem, run: attempt } = useAttempt(problemOf);
  const last = useRef({ content: '', key: '' });
  const run: KeyedWrite['run'] = async (content, write) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    const done = await attempt(() => write(last.current.key));
    if (done === undefined) return undefined;
    last.current = { content: '', key: '' };
    return { reply: done.result };
  };
  return { isBusy, problem, run };
}
