import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Returns the focus to the element that opened a dialog when the dialog closes. Call it in a component that is mounted
 * as long as the dialog.
 * @returns a function that chooses an ancestor of the opener instead, for openers that disappear
 */
export function useFocusBack(): (around: string) => void {
  // Read during rendering, because the dialog takes the focus in its first effect.
  const [opener] = useState(() => document.activeElement);
  const target = useRef(opener);
  useEffect(
    () => () => {
      if (target.current instanceof HTMLElement) target.current.focus();
    },
    [],
  );
  return useCallback((around) => (target.current = opener?.closest(around) ?? opener), [opener]);
}
