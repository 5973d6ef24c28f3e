import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import type { Message } from '#domain/chat/chat.ts';
import { useUnreadCheckedAnswers } from '../views/unread-checked-answers.ts';
import { groupBy } from '../../db/outbox-state.ts';
import { lastMessageTimeOf as lastTimeOf } from '../../chat/views/room-views.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useNow } from '../../ui/now.ts';
import { UnreadCount } from '../../ui/unread-count.tsx';
import { messageText } from '../../chat/parts/message-text.ts';
import { dayOf, timeOf } from '../../i18n/times.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { useExportConversation } from './export-conversation.ts';
import { pathOfFound } from './path-of-found.ts';
import { useTitles } from './use-titles.ts';
import styles from './past.module.css';
import type { RoomView } from '../../chat/views/view-types.ts';

interface PastListProps {
  /** Newest first. */
  rooms: RoomView[];
  currentId: string | undefined;
  /** Called when a conversation is chosen or deleted. */
  onLeave: () => void;
  onPrint: (conversation: { roomId: string; title: string }) => void;
}

/** Past conversations: the pinned ones, then the others by day. Each has a menu. */
export function PastList({ rooms, currentId, onLeave, onPrint }: PastListProps) {
  const { t, i18n } = useTranslation('chat');
  const now = useNow();
  const titleOf = useTitles(rooms);
  const answered = useAnswered();
  const exportConversation = useExportConversation();
  const [chosenId, setChosenId] = useState<string>();
  const chosen = rooms.find(({ id }) => id === chosenId);
  const pinned = rooms.filter(({ pin }) => pin?.on === true);
  const pinnedFirst = [...pinned, ...rooms.filter((room) => !pinned.includes(room))];
  const groups = groupBy(pinnedFirst, (room) =>
    room.pin?.on === true ? t('conversations.pinned') : dayOf(i18n.language, lastTimeOf(room), now),
  );
  return (
    <>
      {[...groups].map(([name, inGroup]) => (
        <section key={name} aria-label={name}>
          <h3 className={styles.day}>{name}</h3>
          <ul className={styles.rows}>
            {inGroup.map((room) => (
              <li key={room.id} className={styles.row} data-current={room.id === currentId || undefined}>
                <Link
                  to={pathOfFound({ ...room, roomId: room.id, message: answered.get(room.id) })}
                  aria-current={room.id === currentId ? 'true' : undefined}
                  onClick={onLeave}
                >
                  <span className={styles.title} dir="auto" data-unread={room.unreadCount > 0 || undefined}>
                    {titleOf(room)}
                  </span>
                  <AnswerExcerpt message={answered.get(room.id)} />
                  <time dateTime={lastTimeOf(room)}>{timeOf(i18n.language, lastTimeOf(room))}</time>
                </Link>
                <UnreadCount count={room.unreadCount} label={t('common:unread', { count: room.unreadCount })} />
                <IconButton
                  label={t('conversations.menu', { title: titleOf(room) })}
                  icon={<Ellipsis aria-hidden />}
                  aria-haspopup="dialog"
                  onClick={() => setChosenId(room.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {chosen !== undefined && (
        <ConversationMenu
          room={chosen}
          title={titleOf(chosen)}
          onClose={() => setChosenId(undefined)}
          // The notice with Undo is behind this dialog.
          onDeleted={onLeave}
        >
          <Button
            icon={<FileDown aria-hidden />}
            onClick={() => {
              void exportConversation(chosen.id, titleOf(chosen));
              setChosenId(undefined);
            }}
          >
            {t('export.markdown')}
          </Button>
          <Button
            icon={<Printer aria-hidden />}
            onClick={() => {
              onPrint({ roomId: chosen.id, title: titleOf(chosen) });
              onLeave();
            }}
          >
            {t('export.print')}
          </Button>
        </ConversationMenu>
      )}
    </>
  );
}

/** Returns the newest unread message of each conversation that says that a checked answer is there now. Live. */
function useAnswered(): ReadonlyMap<string, Message> {
  const unread = useUnreadCheckedAnswers();
  return new Map(unread?.map(({ roomId, message }) => [roomId, message]));
}

/** Shows what such a message says, so that its conversation is found among the others. */
function AnswerExcerpt({ message }: { message: Message | undefined }) {
  const { t } = useTranslation('chat');
  return message === undefined ? null : <span className={styles.excerpt}>{messageText(t, message)}</span>;
}
