import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import Clock from 'lucide-react/icons/clock';
import { oldestUnreadAt } from '../../db/message-records.ts';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { UnreadCount } from '../../ui/unread-count.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AuthorPicture } from '../messages/message-group.tsx';
import { useNow } from '../../ui/now.ts';
import { useMe, useSession } from '../../session/session-context.tsx';
import { shortTimeOf, fullTimeOf, spanOf } from '../../i18n/times.ts';
import type { ListParts } from './list-parts.ts';
import { useOrderTitles } from '../parts/order-titles.ts';
import { RoomLink, type RoomChoice } from './room-choice.tsx';
import { roomMatches, roomSubtitle, roomTitle } from '../parts/room-names.ts';
import styles from './room-list.module.css';
import type { RoomView } from '../views/view-types.ts';

interface RoomListProps {
  /** Undefined until they are read. */
  rooms: RoomView[] | undefined;
  choice: RoomChoice;
  /** Whether to show the company below the name, for staff with many customers. */
  staff: boolean;
  parts?: ListParts | undefined;
  empty: ReactNode;
  /** Content below the list: a button that starts a conversation. */
  foot?: ReactNode;
}

/** List of all rooms, newest first, with a search. */
export function RoomList({ rooms, choice, staff, parts, empty, foot }: RoomListProps) {
  const { t } = useTranslation('chat');
  const [search, setSearch] = useState('');
  const titles = useOrderTitles(rooms);
  if (rooms === undefined) return <Skeleton label={t('rooms.loading')} lines={6} shape="row" />;
  const fitting = parts === undefined ? rooms : rooms.filter(parts.fits);
  const shown =
    search.trim() === ''
      ? fitting
      : fitting.filter((room) => roomMatches(room, search, [titles.get(room.orderId), parts?.wordsOf(room)]));
  return (
    <div className={styles.list}>
      <SearchBox className={styles.search} label={t('rooms.search')} value={search} onChange={setSearch} />
      {parts?.controls}
      {rooms.length === 0 && empty}
      {rooms.length > 0 && fitting.length === 0 && parts?.noneFits}
      {fitting.length > 0 && shown.length === 0 && <p className={styles.none}>{t('rooms.noMatch', { search })}</p>}
      <ul className={styles.rooms} aria-label={t('rooms.label')}>
        {shown.map((room) => (
          <li key={room.id} className={styles.item}>
            <RoomRow
              room={room}
              orderTitle={titles.get(room.orderId)}
              choice={choice}
              staff={staff}
              note={parts?.noteOf(room)}
            />
          </li>
        ))}
      </ul>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}

interface RoomRowProps {
  room: RoomView;
  orderTitle: string | undefined;
  choice: RoomChoice;
  staff: boolean;
  note: ReactNode;
}

function RoomRow({ room, orderTitle, choice, staff, note }: RoomRowProps) {
  const { t, i18n } = useTranslation('chat');
  const me = useMe();
  const title = roomTitle(t, room, me, orderTitle);
  const now = useNow();
  return (
    <RoomLink
      choice={choice}
      roomId={room.id}
      className={styles.room ?? ''}
      aria-current={room.id === choice.roomId ? 'true' : undefined}
      data-room={room.id}
      onKeyDown={moveFocus}
    >
      <AuthorPicture author={{ kind: room.customerId === me.id ? 'expert' : 'user', name: title }} />
      <span className={styles.text}>
        <span className={styles.line}>
          <span className={styles.title} dir="auto" data-unread={room.unreadCount > 0 || undefined}>
            {title}
          </span>
          {room.last !== null && (
            <time className={styles.time} dateTime={room.last.at} title={fullTimeOf(i18n.language, room.last.at)}>
              {shortTimeOf(i18n.language, room.last.at, now)}
            </time>
          )}
        </span>
        {staff && (
          <span className={styles.line}>
            <span className={styles.subtitle}>{roomSubtitle(t, room, me, orderTitle)}</span>
            {room.customerId !== me.id && <UnansweredMark room={room} now={now} />}
          </span>
        )}
        <span className={styles.line}>
          <span className={styles.preview} dir="auto">
            {room.last === null ? t('rooms.nothingYet') : room.last.preview || t('redacted')}
          </span>
          {room.waiting > 0 && (
            <span className={styles.waiting} title={t('rooms.waiting', { count: room.waiting })}>
              <Clock aria-hidden />
              <VisuallyHidden>{t('rooms.waiting', { count: room.waiting })}</VisuallyHidden>
            </span>
          )}
          <UnreadCount count={room.unreadCount} label={t('common:unread', { count: room.unreadCount })} />
        </span>
        {note}
      </span>
    </RoomLink>
  );
}

/** Marks rooms whose last message is the customer's: with its waiting time while unread, and also after it was read. */
function UnansweredMark({ room, now }: { room: RoomView; now: number }) {
  const { t } = useTranslation('chat');
  if (room.unread.support.length > 0) return <WaitingTime room={room} now={now} />;
  if (room.last === null || room.last.senderType !== 'USER' || room.last.preview === '') return null;
  return <span className={styles.waitsFor}>{t('rooms.notAnswered')}</span>;
}

/** Waiting time of the oldest message that no expert has read. */
function WaitingTime({ room, now }: { room: RoomView; now: number }) {
  const { t, i18n } = useTranslation('chat');
  const { db } = useSession();
  const since = useLiveQuery(() => oldestUnreadAt(db, room), [db, room]);
  if (since === undefined) return null;
  return <span className={styles.waitsFor}>{t('rooms.waitsFor', { time: spanOf(i18n.language, since, now) })}</span>;
}

/** Moves the focus in the list with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-room]') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
