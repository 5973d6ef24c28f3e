import { useEffect, useMemo, useRef, type ReactNode, type RefObject, useState, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import MessagesSquare from 'lucide-react/icons/messages-square';
import type { RoomType } from '#domain/account/room-types.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { EmptyOrAwaited, useArrival } from '../../session/arrival.tsx';
import { useRooms } from '../views/rooms.ts';
import { Conversation, type AboveBox } from './conversation.tsx';
import type { ListParts } from './list-parts.ts';
import type { RoomChoice } from './room-choice.tsx';
import { RoomList } from './room-list.tsx';
import type { RoomView } from '../views/view-types.ts';
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
  /** Parts that a page of staff adds to the list. */
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

/** Returns the focus to the row of the room when the user goes back, where list and room alternate. */
function useReturnToRow(list: RefObject<HTMLElement | null>, roomId: string | undefined): void {
  const before = useRef(roomId);
  useEffect(() => {
    const row = before.current;
    before.current = roomId;
    if (roomId === undefined && row !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-room="${CSS.escape(row)}"]`)?.focus();
  }, [list, roomId]);
}

/**
 * Returns the id of the only room of a list, which is open without being chosen, as there is nothing to choose. It
 * stays open when another room arrives, because the user may be writing in it. Undefined where list and room are not
 * side by side: a room that is not seen must not be marked as read.
 */
function useOnlyRoom(rooms: readonly RoomView[] | undefined, isBeside: boolean): string | undefined {
  const [opened, setOpened] = useState<string>();
  const only = rooms?.length === 1 ? rooms[0]?.id : undefined;
  if (only !== undefined && only !== opened) setOpened(only);
  return isBeside && rooms?.some(({ id }) => id === opened) === true ? opened : undefined;
}

/** Minimum width of list and room side by side, in rem: the list has 20, and the room needs as much. */
const bothFit = 40;

/**
 * Returns whether list and room alternate, because the messenger is too narrow for both; undefined until it is
 * measured. Its own width in letters counts and not that of the window: beside a menu in large text it is narrow on a
 * wide screen, too.
 */
function useIsFolded(messenger: RefObject<HTMLElement | null>): boolean | undefined {
  const [isFolded, setFolded] = useState<boolean>();
  useLayoutEffect(() => {
    const element = messenger.current;
    if (element === null) return undefined;
    const measure = () => {
      const { fontSize } = getComputedStyle(document.documentElement);
      setFolded(element.offsetWidth < bothFit * Number.parseFloat(fontSize));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [messenger]);
  return isFolded;
}
