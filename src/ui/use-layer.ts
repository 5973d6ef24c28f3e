import { createContext, use, useLayoutEffect, useRef, useState, type ToggleEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Layers } from './layers.ts';

/** The layers over the page; null where there is no history, as in tests. */
export const LayersContext = createContext<Layers | null>(null);

/** Lets Back close what lies over the page. Without `close`, or if it keeps it open, the layer and the page stay. */
export function useLayer(isOpen: boolean, close: (() => void) | undefined): void {
  const layers = use(LayersContext);
  const closing = useRef(close);
  useLayoutEffect(() => {
    closing.current = close;
  });
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    return layers?.open(() => flushSync(() => closing.current?.()));
  }, [layers, isOpen]);
}

/** The same for a native dialog or popover, which opens and closes without React. Returns its handler of `toggle`. */
export function useNativeLayer(close: () => void): (event: ToggleEvent) => void {
  const [isOpen, setOpen] = useState(false);
  useLayer(isOpen, () => {
    close();
    setOpen(false);
  });
  return ({ newState }) => setOpen(newState === 'open');
}
