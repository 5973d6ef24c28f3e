import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { useLocation, useSearchParams } from 'react-router-dom';
import { MessagesSquare } from 'lucide-react';
import type { RoomType } from '#domain/chat.ts';
import { roomsOf } from '../../db/views.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useSession } from '../session-context.tsx';
import { Conversation } from './conversation.tsx';
import { RoomList } from './room-list.tsx';
import styles from './messenger.module.css';

interface MessengerProps {
  /** Which rooms it shows. */
  types: readonly RoomType[];
  /** `page` has list and window side by side (one at a time on phones); `sidebar` always one at a time. */
  mode?: 'page' | 'sidebar';
  /** Shows whom one talks to instead of the subject. */
  staff?: boolean;
  templates?: readonly string[];
  /** What the list says, and offers, while it is empty. */
  empty: ReactNode;
  /** Under the list. */
  foot?: ReactNode;
}

const noTemplates: readonly string[] = [];

/** Room list and conversation; which room is open stands in the address (`?room=`). */
export function Messenger({
  types,
  mode = 'page',
  staff = false,
  templates = noTemplates,
  empty,
  foot,
}: MessengerProps) {
  const { t } = useTranslation('chat');
  const { db, me } = useSession();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const all = useLiveQuery(() => roomsOf(db, me), [db, me]);
  const rooms = useMemo(() => all?.filter((room) => types.includes(room.type)), [all, types]);
  const roomId = params.get('room') ?? undefined;
  const hrefOf = useCallback((id: string) => `${pathname}?room=${id}`, [pathname]);
  return (
    <div className={styles.messenger} data-mode={mode} data-open={roomId !== undefined || undefined}>
      <aside className={styles.rooms} aria-label={t('rooms.label')}>
        <RoomList rooms={rooms} currentId={roomId} hrefOf={hrefOf} staff={staff} empty={empty} foot={foot} />
      </aside>
      <div className={styles.window}>
        {roomId === undefined ? (
          <EmptyState icon={<MessagesSquare />} title={t('rooms.selectTitle')}>
            {t('rooms.selectText')}
          </EmptyState>
        ) : (
          <Conversation key={roomId} roomId={roomId} backTo={pathname} templates={templates} />
        )}
      </div>
    </div>
  );
}
