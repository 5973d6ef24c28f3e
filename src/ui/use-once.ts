import { useState } from 'react';

/** Time in which a second tap belongs to the first one: the usual longest double click. */
const doubleTapMs = 500;

/** Runs an action that adds or creates something, unless the same one has just begun or is still at work. */
export type OnceRunner = (key: string, act: () => unknown) => void;

/** Creates such a runner. @param now time in ms that only grows */
export function createOnce(now: () => number = () => performance.now()): OnceRunner {
  const began = new Map<string, number>();
  const atWork = new Set<string>();
  return (key, act) => {
    if (atWork.has(key) || now() - (began.get(key) ?? -Infinity) < doubleTapMs) return;
    began.set(key, now());
    atWork.add(key);
    void run(act).finally(() => atWork.delete(key));
  };
}

async function run(act: () => unknown): Promise<void> {
  await act();
}

/** Returns a runner for the buttons of one component: a double tap on one that adds something adds it once. */
export function useOnce(): OnceRunner {
  const [once] = useState(() => createOnce());
  return once;
}
