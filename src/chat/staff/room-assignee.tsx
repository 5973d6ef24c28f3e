import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import Hand from 'lucide-react/icons/hand';
import { assignRoom } from './room-assign.ts';
import type { RoomView } from '../views/view-types.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import styles from './po-chat.module.css';

/** Says who answers in a room. */
export function answererOf(t: TFunction<['admin', 'chat']>, room: RoomView, me: string): string {
  if (room.assigneeId === null) return t('poChat.nobody');
  if (room.assigneeId === me) return t('poChat.me');
  return t('chat:rooms.answers', { name: displayNameOf(t, room.assigned?.name ?? '') });
}

/** Shows who answers in a room, with a button to take it or hand it back. Works offline: the server decides. */
export function RoomAssignee({ room }: { room: RoomView }) {
  const { t } = useTranslation(['admin', 'chat']);
  const { ctx, me } = useSession();
  // Staff are the customers of their own orders, and a colleague answers.
  if (room.customerId === me.id) return null;
  const isMine = room.assigneeId === me.id;
  const action = isMine ? 'handBack' : room.assigneeId === null ? 'take' : 'takeOver';
  const handleClick = () => {
    const args = { roomId: room.id, assigneeId: isMine ? null : me.id, expectAssigneeId: room.assigneeId };
    assignRoom(ctx, args).catch(() => showNotice({ title: t('poChat.notKept'), tone: 'danger' }));
  };
  return (
    <div className={styles.answering}>
      <p>{answererOf(t, room, me.id)}</p>
      <Button
        small
        variant={action === 'take' ? 'primary' : 'secondary'}
        icon={<Hand aria-hidden />}
        onClick={handleClick}
      >
        {t(`poChat.${action}`)}
      </Button>
    </div>
  );
}
