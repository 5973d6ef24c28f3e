import { useEffect, useRef, type RefObject } from 'react';

/** Time in ms after a finger is lifted until its click, at most. */
const clickWithinMs = 300;

/**
 * Keeps the height of an element while a pointer is pressed, and until its click: what moves away below it between
 * press and release is not clicked.
 */
export function useSteadyHeight<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const letGo = () => {
      clearTimeout(timer);
      ref.current?.removeAttribute('style');
    };
    const hold = () => {
      clearTimeout(timer);
      if (ref.current) ref.current.style.cssText = `height: ${ref.current.offsetHeight}px; overflow: hidden`;
    };
    const waitForClick = () => (timer = setTimeout(letGo, clickWithinMs));
    const ends = new AbortController();
    const options = { capture: true, signal: ends.signal };
    addEventListener('pointerdown', hold, options);
    addEventListener('pointerup', waitForClick, options);
    addEventListener('pointercancel', letGo, options);
    return () => {
      ends.abort();
      letGo();
    };
  }, []);
  return ref;
}
