import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls the open one of a row of tabs into the window, sideways only, when another one is opened. Answers the ref of the
 * row; the open tab has `aria-current`.
 */
export function useOpenTabInView(open: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = row.current;
    const tab = element?.querySelector<HTMLElement>('[aria-current]');
    if (open === '' || !element || !tab) return;
    element.scrollLeft = tab.offsetLeft - element.offsetLeft - (element.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return row;
}
