import { useEffect, useState, type RefObject } from 'react';
import type { MessageView } from '../views/view-types.ts';

/** Space above the message, in CSS pixels. */
const marginPx = 8;

/** Events that end the hold on a message: a user who causes any of them reads on alone. */
const ends = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the newest message when the user sends one.
 * @param keepsQuestion Once what follows that message fills the log, the message stays at the top, so that a long
 * answer is read from its beginning.
 */
export function useReturn(
  scroller: RefObject<HTMLDivElement | null>,
  messages: readonly MessageView[] | undefined,
  keepsQuestion: boolean,
): void {
  // The answer may come in the same moment as the question.
  const last = messages?.findLast(isMine);
  const newest = messages?.at(-1);
  // A conversation opens at its end, unless its newest message is the user's.
  const [atOpening, setAtOpening] = useState<string>();
  if (messages !== undefined && atOpening === undefined) setAtOpening(last === newest ? '' : (last?.id ?? ''));
  const mine = last === undefined || last.id === atOpening || atOpening === undefined ? undefined : last.id;
  useEffect(() => {
    const pane = scroller.current;
    if (mine === undefined || pane === null) return undefined;
    pane.scrollTo({ top: 0 });
    const column = pane.firstElementChild;
    if (!keepsQuestion || column === null) return undefined;
    const observer = new ResizeObserver(() => holdInView(pane, column, mine));
    observer.observe(column);
    const stop = () => observer.disconnect();
    const life = new AbortController();
    for (const kind of ends) pane.addEventListener(kind, stop, { passive: true, signal: life.signal });
    return () => {
      stop();
      life.abort();
    };
  }, [scroller, mine, keepsQuestion]);
}

/** Whether the user has written the message: only those have a state of delivery. */
function isMine({ delivery }: MessageView): boolean {
  return delivery !== null;
}

/** Scrolls the message to the top when what follows it does not fit; of a long message its end stays. */
function holdInView(pane: HTMLElement, column: Element, id: string): void {
  const message = pane.querySelector(`[data-message="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  if (message === undefined) return;
  const from = Math.max(message.top, message.bottom - pane.clientHeight / 3);
  const isTooLong = column.getBoundingClientRect().bottom - from > pane.clientHeight;
  if (isTooLong) pane.scrollBy({ top: from - pane.getBoundingClientRect().top - marginPx });
}
