import { useEffect, useState } from 'react';

/** Returns the current time in ms since 1970, updated every `everyMs`, for ages and dates on pages. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
