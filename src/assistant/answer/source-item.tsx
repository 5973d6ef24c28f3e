import { useEffect, useRef, type ReactNode } from 'react';

interface SourceItemProps {
  /** Number of the source in its answer, from 1. */
  n: number;
  /** Whether the sheet was opened for this source. */
  isChosen: boolean;
  children: ReactNode;
}

/** A source in the sheet of sources, which scrolls to it if it is the chosen one. */
export function SourceItem({ n, isChosen, children }: SourceItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen && n > 1) item.current?.scrollIntoView({ block: 'start' });
  }, [isChosen, n]);
  return <li ref={item}>{children}</li>;
}
