import { Suspense, useEffect } from 'react';
import { ChatBoxButton } from './chat-box-button.tsx';
import { useChatBox } from './chat-box-state.ts';
import { ChatBox } from './lazy-chat-box.ts';
import styles from './chat-box-button.module.css';

/** Floating chat box over a public page, for signed-in users. Its button floats too, as the page has no room for it. */
export function PublicChatBox({ onCover }: { onCover: (covers: boolean) => void }) {
  const { available, open, covers, orderId, button, toggle, close } = useChatBox();
  useEffect(() => onCover(covers), [covers, onCover]);
  if (!available) return null;
  return (
    <>
      <div className={styles.floating} inert={open}>
        <ChatBoxButton ref={button} open={open} onClick={toggle} />
      </div>
      {open && (
        <Suspense fallback={null}>
          <ChatBox orderId={orderId} covers={covers} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
