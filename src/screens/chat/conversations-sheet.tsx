import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { PastList } from './past-list.tsx';
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
export function ConversationsSheet({ open, onClose, rooms, currentId, hrefOf }: ConversationsSheetProps) {
  const { t } = useTranslation('chat');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('conversations.title')}
      closeLabel={t('common:action.close')}
      place="side"
    >
      {rooms.length === 0 && <p>{t('conversations.none')}</p>}
      {open && <PastList rooms={rooms} currentId={currentId} hrefOf={hrefOf} onLeave={onClose} />}
    </Dialog>
  );
}
