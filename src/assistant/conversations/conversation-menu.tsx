import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Trash2 from 'lucide-react/icons/trash-2';
import { pinRoom } from '../../chat/calls/room-pin.ts';
import { renameRoom } from '../../chat/calls/room-rename.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useFocusBack } from '../../chat/parts/focus-back.ts';
import { useDeleteWithUndo } from './delete-with-undo.ts';
import basics from '../../ui/basics.module.css';
import styles from './past.module.css';
import type { RoomView } from '../../chat/views/view-types.ts';
import { conversationTitleChars } from '#domain/chat/text-lengths.ts';

interface ConversationMenuProps {
  room: RoomView;
  title: string;
  onClose: () => void;
  onDeleted: () => void;
  /** Further actions, between pin and delete. */
  children?: ReactNode;
}

/** Menu of one's own conversation with the assistant. */
export function ConversationMenu({ room, title, onClose, onDeleted, children }: ConversationMenuProps) {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const deleteWithUndo = useDeleteWithUndo();
  useFocusBack();
  const [isRenaming, setRenaming] = useState(false);
  const isPinned = room.pin?.on === true;
  const keep = (done: Promise<void>) => {
    done.catch(() => showNotice({ title: t('menu.notKept'), tone: 'danger' }));
    onClose();
  };
  const handleDelete = () => {
    void deleteWithUndo(room.id, title);
    onDeleted();
  };
  if (isRenaming) {
    const rename = (text: string) => keep(renameRoom(ctx, { roomId: room.id, title: text }));
    return <Rename title={title} isGiven={typeof room.title?.text === 'string'} onSave={rename} onClose={onClose} />;
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className={basics.rows}>
        <Button icon={<Pencil aria-hidden />} onClick={() => setRenaming(true)}>
          {t('conversations.rename')}
        </Button>
        <Button
          icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          onClick={() => keep(pinRoom(ctx, { roomId: room.id, pinned: !isPinned }))}
        >
          {t(isPinned ? 'conversations.unpin' : 'conversations.pin')}
        </Button>
        {children}
        <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={handleDelete}>
          {t('conversations.delete')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Focuses the title and selects it, so that typing replaces it. */
function choose(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

interface RenameProps {
  title: string;
  /** Whether the title is the user's own; only then is there an automatic one to return to. */
  isGiven: boolean;
  onSave: (title: string) => void;
  onClose: () => void;
}

function Rename({ title, isGiven, onSave, onClose }: RenameProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState(title);
  const isTooLong = text.length > conversationTitleChars;
  return (
    <Dialog open onClose={onClose} title={t('conversations.renameTitle')}>
      <form
        className={basics.rows}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTooLong) onSave(text);
        }}
      >
        <Field
          label={t('conversations.titleLabel')}
          value={text}
          onChange={setText}
          inputRef={choose}
          autoComplete="off"
          hint={t('conversations.titleHint')}
          error={isTooLong ? t('conversations.titleTooLong', { n: conversationTitleChars }) : undefined}
        />
        <div className={styles.renameButtons}>
          {isGiven && (
            <Button variant="ghost" onClick={() => onSave('')}>
              {t('conversations.automatic')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" aria-disabled={isTooLong || undefined}>
            {t('conversations.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
