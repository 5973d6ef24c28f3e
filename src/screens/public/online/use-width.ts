import { useSyncExternalStore } from 'react';

/** Returns the width of the window in CSS pixels. */
export function useWidth(): number {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('resize', listener);
      return () => removeEventListener('resize', listener);
    },
    () => innerWidth,
  );
}
