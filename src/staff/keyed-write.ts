import { useRef, useState } from 'react';

export interface KeyedWrite {
  isBusy: boolean;
  /** Why the last try failed, and what is safe. */
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
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const last = useRef({ content: '', key: '' });
  const run: KeyedWrite['run'] = async (content, write) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    setBusy(true);
    setProblem(undefined);
    try {
      const reply = await write(last.current.key);
      last.current = { content: '', key: '' };
      return { reply };
    } catch (error) {
      setProblem(problemOf(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}
