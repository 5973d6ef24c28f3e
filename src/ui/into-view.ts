import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls the active tab of a row into view, only horizontally, when `open` changes. The active tab has `aria-current`.
 * @param open identifies the active tab; '' if there is none
 * @returns the ref for the row
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
