import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Messages } from '../../chat/messages/use-messages.ts';

/** Time in ms for which the message is highlighted. */
const highlightMs = 4_000;

/**
 * Scrolls to the message in the URL (`?m=`), loads older ones until it is there, and highlights it for a moment. It
 * does so once for each visit.
 */
export function useOpenAt({ messages, hasOlder, loadingOlder, olderFailed, showOlder }: Messages): void {
  const [params] = useSearchParams();
  const { key: visit } = useLocation();
  const wanted = params.get('m');
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (wanted === null || messages === undefined || done.current === visit) return;
    const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(wanted)}"]`);
    if (message !== null) {
      done.current = visit;
      show(message);
    } else if (hasOlder && !loadingOlder && !olderFailed) {
      showOlder();
    }
  }, [wanted, visit, messages, hasOlder, loadingOlder, olderFailed, showOlder]);
}

function show(message: HTMLElement): void {
  message.scrollIntoView({ block: 'center' });
  message.dataset['found'] = '';
  // Screen readers and the keyboard continue from here.
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  setTimeout(() => delete message.dataset['found'], highlightMs);
}
