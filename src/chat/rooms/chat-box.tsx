import { roomTypes } from '#domain/account/room-types.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import Headset from 'lucide-react/icons/headset';
import MessagesSquare from 'lucide-react/icons/messages-square';
import X from 'lucide-react/icons/x';
import { flagsOf } from '#domain/account/permissions.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { isComposing } from '../../ui/form/composing.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useLayer } from '../../ui/use-layer.ts';
import { useRooms } from '../views/rooms.ts';
import { useSession } from '../../session/session-context.tsx';
import { Messenger } from './messenger.tsx';
import type { RoomChoice } from './room-choice.tsx';
import { everyRoom, expertRooms, orderRooms, orderTemplates } from '../parts/room-kinds.ts';
import { StartOrderRoom, useStartRoom } from './start-room.tsx';
import styles from './chat-box.module.css';

interface ChatBoxProps {
  /** Order of the page below: its room is shown first, if there is one. */
  orderId: string | undefined;
  /** Whether it covers the whole page, as on phones. */
  covers: boolean;
  onClose: () => void;
}

/** The messenger in a box that floats over any page, so that users can ask about what they see. */
export function ChatBox({ orderId, covers, onClose }: ChatBoxProps) {
  const { t } = useTranslation();
  const { me } = useSession();
  const box = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<string | null>();
  const rooms = useRooms();
  const first = orderId === undefined ? undefined : rooms?.find((room) => room.orderId === orderId)?.id;
  const choice: RoomChoice = {
    roomId: chosen === undefined ? first : (chosen ?? undefined),
    show: (roomId) => setChosen(roomId ?? null),
  };
  const start = useStartRoom(choice);
  const { isAdmin, canChatWithExperts, hasNavigatorPremiumPass } = flagsOf(me);
  const types = [...(canChatWithExperts ? expertRooms : []), ...(hasNavigatorPremiumPass ? orderRooms : [])];
  const asksExperts = canChatWithExperts && !isAdmin && rooms?.some((room) => room.type === roomTypes.expert) === false;

  useEffect(() => {
    // The text field has already taken the focus where its room is known at once.
    if (box.current?.contains(document.activeElement) === false) box.current.focus();
  }, []);
  useEscape(box, onClose);
  // On phones Back goes to the list in the box, and then closes it.
  useLayer(covers, onClose);
  useLayer(covers && typeof chosen === 'string', () => setChosen(null));
  return (
    <dialog
      open
      ref={box}
      aria-modal={covers || undefined}
      aria-label={t('box.title')}
      tabIndex={-1}
      className={styles.box}
    >
      <header className={styles.head}>
        <h2>{t('box.title')}</h2>
        <IconButton label={t('box.close')} icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div className={styles.body}>
        <Messenger
          types={isAdmin ? everyRoom : types}
          choice={choice}
          mode="sidebar"
          takesFocus={!covers}
          staff={isAdmin}
          templates={orderTemplates}
          empty={
            <EmptyState icon={<MessagesSquare />} title={t('box.emptyTitle')}>
              {t('box.emptyText')}
            </EmptyState>
          }
          foot={
            !isAdmin && (
              <>
                {asksExperts && (
                  <Button icon={<Headset aria-hidden />} onClick={() => start({ type: 5 })}>
                    {t('chat:expert.start')}
                  </Button>
                )}
                {hasNavigatorPremiumPass && <StartOrderRoom choice={choice} />}
              </>
            )
          }
        />
      </div>
    </dialog>
  );
}

/** Closes the box on Escape, unless a dialog has the focus or has handled the key. */
function useEscape(box: RefObject<HTMLElement | null>, close: () => void): void {
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  }, [close]);
  useEffect(() => {
    const life = new AbortController();
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
      const focused = document.activeElement;
      if (focused === document.body || box.current?.contains(focused) === true) closing.current();
    };
    document.addEventListener('keydown', handleKeyDown, { signal: life.signal });
    return () => life.abort();
  }, [box]);
}
