import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import UserMinus from 'lucide-react/icons/user-minus';
import { removeMember } from '../calls/member-remove.ts';
import { IconButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { useFocusBack } from '../parts/focus-back.ts';
import { mayTakeOut } from './message-rights.ts';
import type { RoomView } from '../views/view-types.ts';

/** For staff, in the header of a room: removes its customer after a confirmation. */
export function TakeOut({ room }: { room: RoomView }) {
  const { t } = useTranslation('chat');
  const { me } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (!mayTakeOut(room, me) || room.customerLeaves) return null;
  return (
    <>
      <IconButton
        label={t('takeOut.open', { name: displayNameOf(t, room.customerName) })}
        icon={<UserMinus aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      />
      {isAsking && <Question room={room} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ room, onClose }: { room: RoomView; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const { id: roomId, customerId: userId } = room;
  const name = displayNameOf(t, room.customerName);
  const back = useFocusBack();
  const handleSure = () => {
    back('main');
    removeMember(ctx, { roomId, userId }).catch(() => showNotice({ title: t('menu.notKept'), tone: 'danger' }));
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('takeOut.title', { name })}
      description={t('takeOut.text', { name })}
      action={t('takeOut.sure')}
      onAction={handleSure}
      variant="danger"
      icon={<UserMinus aria-hidden />}
    />
  );
}
