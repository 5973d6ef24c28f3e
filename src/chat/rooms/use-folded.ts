import { useLayoutEffect, useState, type RefObject } from 'react';

/** Least width of list and room side by side, in rem: the list has 20, and the room needs as much. */
const bothFit = 40;

/**
 * Returns whether list and room alternate, because the messenger is too narrow for both; undefined until it is measured.
 * Its own width in letters counts and not that of the window: beside a menu in large text it is narrow on a wide screen,
 * too.
 */
export function useIsFolded(messenger: RefObject<HTMLElement | null>): boolean | undefined {
  const [isFolded, setFolded] = useState<boolean>();
  useLayoutEffect(() => {
    const element = messenger.current;
    if (element === null) return undefined;
    const measure = () => {
      const { fontSize } = getComputedStyle(document.documentElement);
      setFolded(element.offsetWidth < bothFit * Number.parseFloat(fontSize));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [messenger]);
  return isFolded;
}
