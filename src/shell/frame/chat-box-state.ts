import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { flagsOf } from '#domain/account/permissions.ts';
import { useFreshMe } from '../../session/fresh-me.ts';
import { useSession } from '../../session/session-context.tsx';

/** Paths whose page is the messenger itself. */
const messengers = /^\/(chat\/chat-with-expert|one-stop-order\/messenger|admin\/(expert-chat-messages|po-chat))\/?$/i;
const orderPage = /^\/one-stop-order\/(?:prototyping|history)\/([^/]+)/i;
const narrow = matchMedia('(width < 48rem)');

interface ChatBoxState {
  /** Whether the user may chat with experts or about orders, and the page is not the messenger itself. */
  available: boolean;
  open: boolean;
  /** Whether the box is open and covers the whole page, so that nothing below it can be used. */
  covers: boolean;
  orderId: string | undefined;
  button: RefObject<HTMLButtonElement | null>;
  toggle: () => void;
  close: () => void;
}

/** Returns the state of the floating chat box. Closing the box returns the focus to its button. */
export function useChatBox(): ChatBoxState {
  const { setChatBoxOpen } = useSession();
  const { pathname } = useLocation();
  const { canChatWithExperts, hasNavigatorPremiumPass } = flagsOf(useFreshMe());
  const available = (canChatWithExperts || hasNavigatorPremiumPass) && !messengers.test(pathname);
  const [open, setOpen] = useState(false);
  if (open && !available) setOpen(false);
  const covers = useSyncExternalStore(watchWidth, () => narrow.matches);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);

  const joinsOrders = open && hasNavigatorPremiumPass;
  useEffect(() => {
    if (!joinsOrders) return undefined;
    setChatBoxOpen(true);
    return () => setChatBoxOpen(false);
  }, [joinsOrders, setChatBoxOpen]);

  return {
    available,
    open,
    covers: open && covers,
    orderId: orderPage.exec(pathname)?.[1],
    button,
    toggle: () => setOpen(!open),
    close: () => setOpen(false),
  };
}

function watchWidth(changed: () => void): () => void {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
}
