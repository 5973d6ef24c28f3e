import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import BookPlus from 'lucide-react/icons/book-plus';
import Copy from 'lucide-react/icons/copy';
import Trash2 from 'lucide-react/icons/trash-2';
import { previewOf } from '#domain/chat/chat.ts';
import { redactMessage } from '../calls/message-redact.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useCopy } from '../../ui/copy.ts';
import { useSession } from '../../session/session-context.tsx';
import { useFocusBack } from '../parts/focus-back.ts';
import { mayDelete } from './message-rights.ts';
import { messageText } from '../parts/message-text.ts';
import styles from './message-menu.module.css';
import type { MessageView } from '../views/view-types.ts';

interface MessageMenuProps {
  message: MessageView;
  onClose: () => void;
}

/** Menu of a confirmed message: copy its text, or delete it for all members. */
export function MessageMenu({ message, onClose }: MessageMenuProps) {
  const { t } = useTranslation('chat');
  const { ctx, me } = useSession();
  const copy = useCopy();
  const back = useFocusBack();
  const [isDeleting, setDeleting] = useState(false);
  const preview = <p className={styles.preview}>{previewOf({ ...message, content: messageText(t, message) })}</p>;
  const handleCopy = () => {
    copy(messageText(t, message));
    onClose();
  };
  const handleDelete = () => {
    const { roomId, id: messageId } = message;
    // The button that opened this menu disappears with the message's content.
    back('[role="log"]');
    redactMessage(ctx, { roomId, messageId }).catch(() => showNotice({ title: t('menu.notKept'), tone: 'danger' }));
    onClose();
  };
  if (isDeleting) {
    return (
      <FormDialog
        onClose={onClose}
        title={t('menu.deleteTitle')}
        description={t('menu.deleteText')}
        action={t('menu.delete')}
        onAction={handleDelete}
        variant="danger"
        icon={<Trash2 aria-hidden />}
      >
        {preview}
      </FormDialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t('menu.title')} description={preview}>
      <div className={styles.actions}>
        {message.content !== '' && (
          <Button icon={<Copy aria-hidden />} onClick={handleCopy}>
            {t('menu.copy')}
          </Button>
        )}
        {message.author.kind === 'expert' && me.permissions.includes('knowledge.write') && (
          <Link to={`/admin/records?approve=${message.id}`} className={buttonClass}>
            <BookPlus aria-hidden />
            {t('menu.approve')}
          </Link>
        )}
        {mayDelete(message, me) && (
          <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)}>
            {t('menu.delete')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
