import { useEffect } from 'react';
import type { SyncReply } from '#domain/assistant/wire/synchronizes.ts';
import { type Remote, useReply } from '../../../shell/remote/remote.ts';

/** Time between two requests for a run that is not finished, in ms. */
const askEveryMs = 1000;

/** Ids of runs that were started here or seen running, since the page was loaded: how they end is said. */
export const watchedRuns = new Set<string>();

/** Returns the newest run of the sync, asked for again and again while it is measured. */
export function useNewestSyncRun(): Remote<SyncReply> {
  const remote = useReply('GET /qnas/synchronizes');
  const { value, reload } = remote;
  const isRunning = value !== undefined && isMeasuring(value);
  useEffect(() => {
    const timer = isRunning ? setInterval(reload, askEveryMs) : undefined;
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  return remote;
}

/** Whether a run is being measured, or waits for that. */
export function isMeasuring({ state }: SyncReply): boolean {
  return state === 'waiting' || state === 'measuring';
}
