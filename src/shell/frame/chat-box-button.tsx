import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import MessageCircle from 'lucide-react/icons/message-circle';
import { IconButton } from '../../ui/button.tsx';
import { useUnread } from './unread.ts';
import styles from './chat-box-button.module.css';

/** Button that opens and closes the floating chat box, with the number of unread messages. */
export function ChatBoxButton({
  open,
  onClick,
  ref,
}: {
  open: boolean;
  onClick: () => void;
  ref: Ref<HTMLButtonElement>;
}) {
  const { t } = useTranslation();
  const { expert, po } = useUnread();
  const count = expert + po;
  const action = t(open ? 'box.close' : 'box.open');
  return (
    <span className={styles.place}>
      <IconButton
        ref={ref}
        label={count === 0 ? action : `${action}, ${t('unread', { count })}`}
        icon={<MessageCircle aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={onClick}
      />
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  );
}
