import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Gives the focus back to what opened a dialog when that closes: call it in what is there while the dialog is. Answers a
 * way to give it to something around the opener instead, for when the opener itself is about to go.
 */
export function useFocusBack(): (around: string) => void {
  // While drawing, because the dialog takes the focus in its first effect.
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
