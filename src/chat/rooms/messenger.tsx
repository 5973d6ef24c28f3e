import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import MessagesSquare from 'lucide-react/icons/messages-square';
import type { RoomType } from '#domain/account/room-types.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { EmptyOrAwaited, useArrival } from '../../session/arrival.tsx';
import { useRooms } from '../views/rooms.ts';
import { Conversation, type AboveBox } from './conversation.tsx';
import type { ListParts } from './list-parts.ts';
import type { RoomChoice } from './room-choice.tsx';
import { useOnlyRoom } from './only-room.ts';
import { useIsFolded } from './use-folded.ts';
import { RoomList } from './room-list.tsx';
import styles from './messenger.module.css';

interface MessengerProps {
  /** Types of the rooms it shows. */
  types: readonly RoomType[];
  choice: RoomChoice;
  /** `page`: list and room side by side, where both fit. `sidebar`: always one at a time. */
  mode?: 'page' | 'sidebar';
  /** Whether the box gets the focus when a room is opened. */
  takesFocus?: boolean;
  /** Whether to show customers' names instead of subjects. */
  staff?: boolean;
  templates?: readonly string[];
  /** What a page of staff adds to the list. */
  parts?: ListParts;
  aboveBox?: AboveBox;
  /** Content of an empty list. */
  empty: ReactNode;
  /** Content below the list. */
  foot?: ReactNode;
}

const noTemplates: readonly string[] = [];

/** Room list and room. */
export function Messenger({
  types,
  choice,
  mode = 'page',
  takesFocus = false,
  staff = false,
  templates = noTemplates,
  parts,
  aboveBox,
  empty,
  foot,
}: MessengerProps) {
  const { t } = useTranslation('chat');
  const arrival = useArrival();
  const all = useRooms();
  const found = useMemo(() => all?.filter((room) => types.includes(room.type)), [all, types]);
  // No "nothing here" while the first pull is in progress.
  const rooms = arrival === 'coming' && found?.length === 0 ? undefined : found;
  const messenger = useRef<HTMLDivElement>(null);
  const isFolded = useIsFolded(messenger);
  const only = useOnlyRoom(rooms, isFolded === false);
  // Staff choose what they answer, and the box over a page leads through its list.
  const roomId = choice.roomId ?? (mode === 'page' && !staff ? only : undefined);
  const list = useRef<HTMLElement>(null);
  useReturnToRow(list, mode === 'sidebar' ? roomId : undefined);
  return (
    <div
      ref={messenger}
      className={styles.messenger}
      data-mode={isFolded === true ? 'sidebar' : mode}
      data-open={roomId !== undefined || undefined}
    >
      <aside ref={list} className={styles.rooms} aria-label={t('rooms.label')}>
        <RoomList
          rooms={rooms}
          choice={{ ...choice, roomId }}
          staff={staff}
          parts={parts}
          empty={<EmptyOrAwaited>{empty}</EmptyOrAwaited>}
          foot={foot}
        />
      </aside>
      <div className={styles.window}>
        {roomId === undefined ? (
          <EmptyState icon={<MessagesSquare />} title={t('rooms.selectTitle')}>
            {t('rooms.selectText')}
          </EmptyState>
        ) : (
          <Conversation
            key={roomId}
            roomId={roomId}
            choice={choice}
            templates={templates}
            aboveBox={aboveBox}
            takesFocus={takesFocus}
          />
        )}
      </div>
    </div>
  );
}

/** Where list and room alternate, returns the focus to the row of the room when the user goes back. */
function useReturnToRow(list: RefObject<HTMLElement | null>, roomId: string | undefined): void {
  const before = useRef(roomId);
  useEffect(() => {
    const row = before.current;
    before.current = roomId;
    if (roomId === undefined && row !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-room="${CSS.escape(row)}"]`)?.focus();
  }, [list, roomId]);
}
