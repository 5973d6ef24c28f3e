import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RoomView } from '../../db/views.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useNow } from '../now.ts';
import { dayOf } from '../times.ts';
import styles from './assistant.module.css';

interface ConversationsSheetProps {
  open: boolean;
  onClose: () => void;
  rooms: RoomView[];
  currentId: string | undefined;
  hrefOf: (roomId: string) => string;
}

/** Past conversations of this topic. */
export function ConversationsSheet({ open, onClose, rooms, currentId, hrefOf }: ConversationsSheetProps) {
  const { t, i18n } = useTranslation('chat');
  const now = useNow(60_000);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('conversations.title')}
      closeLabel={t('common:action.close')}
      place="side"
    >
      {rooms.length === 0 && <p>{t('conversations.none')}</p>}
      <ul className={styles.past}>
        {rooms.map((room) => (
          <li key={room.id}>
            <Link to={hrefOf(room.id)} aria-current={room.id === currentId ? 'true' : undefined} onClick={onClose}>
              <span className={styles.pastTitle}>{room.name || room.last?.preview || t('conversations.untitled')}</span>
              <time dateTime={room.last?.at ?? room.createdAt}>
                {dayOf(i18n.language, room.last?.at ?? room.createdAt, now)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
