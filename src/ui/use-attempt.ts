import { useState } from 'react';

interface Attempts<P> {
  isBusy: boolean;
  /** Problem of the last attempt; undefined while there is none, and once another has begun. */
  problem: P | undefined;
  /** Runs the work. @returns its result; undefined when it failed */
  run: <T>(work: () => Promise<T>) => Promise<{ result: T } | undefined>;
}

/**
 * Runs the work of a button or form. Returns whether it is running, and why the last attempt failed.
 * @param problemOf called with the error that the work threw; returns the problem to show
 */
export function useAttempt<P>(problemOf: (error: unknown) => P): Attempts<P> {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ problem: P }>();
  const run: Attempts<P>['run'] = async (work) => {
    setBusy(true);
    setFailed(undefined);
    try {
      return { result: await work() };
    } catch (error) {
      setFailed({ problem: problemOf(error) });
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem: failed?.problem, run };
}
