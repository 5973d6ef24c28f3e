import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { titlesOf } from '../../db/titles.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useNow } from '../../ui/now.ts';
import { useSession } from '../../session/session-context.tsx';
import { dayOf, timeOf } from '../words/times.ts';
import styles from './assistant.module.css';
import type { RoomView } from '../../db/view-types.ts';

interface ConversationsSheetProps {
  open: boolean;
  onClose: () => void;
  /** Newest first. */
  rooms: RoomView[];
  currentId: string | undefined;
  hrefOf: (roomId: string) => string;
}

/** Sheet with past conversations of this topic. */
export function ConversationsSheet({ open, onClose, ...past }: ConversationsSheetProps) {
  const { t } = useTranslation('chat');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('conversations.title')}
      closeLabel={t('common:action.close')}
      place="side"
    >
      {past.rooms.length === 0 && <p>{t('conversations.none')}</p>}
      {open && <Past onClose={onClose} {...past} />}
    </Dialog>
  );
}

function Past({ rooms, currentId, hrefOf, onClose }: Omit<ConversationsSheetProps, 'open'>) {
  const { t, i18n } = useTranslation('chat');
  const { db } = useSession();
  const now = useNow();
  const titles = useLiveQuery(
    () =>
      titlesOf(
        db,
        rooms.map(({ id }) => id),
      ),
    [db, rooms],
  );
  const days = new Map<string, RoomView[]>();
  for (const room of rooms) {
    const day = dayOf(i18n.language, timeOfRoom(room), now);
    days.set(day, [...(days.get(day) ?? []), room]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className={styles.pastDay}>{day}</h3>
      <ul className={styles.past}>
        {ofDay.map((room) => (
          <li key={room.id}>
            <Link to={hrefOf(room.id)} aria-current={room.id === currentId ? 'true' : undefined} onClick={onClose}>
              <span className={styles.pastTitle} dir="auto">
                {titles && (titles.get(room.id) ?? t('conversations.untitled'))}
              </span>
              <time dateTime={timeOfRoom(room)}>{timeOf(i18n.language, timeOfRoom(room))}</time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function timeOfRoom(room: RoomView): string {
  return room.last?.at ?? room.createdAt;
}
