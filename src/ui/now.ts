import { useEffect, useState } from 'react';
import { MINUTE } from '#domain/ground/units.ts';

/** Returns the current time in ms since 1970, updated every `everyMs`, by default every minute, for ages and dates. */
export function useNow(everyMs: number = MINUTE): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
