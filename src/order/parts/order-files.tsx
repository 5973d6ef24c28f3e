import { Fragment, type ReactNode } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { sendAgain } from '../../db/send-again.ts';
import { messagesOf } from '../../chat/views/message-views.ts';
import { Attachments } from '../../chat/parts/attachments.tsx';
import { DeliveryMark } from '../../chat/parts/delivery-mark.tsx';
import { RefusedActions } from '../../chat/messages/refused-actions.tsx';
import { useDiscard } from '../../shell/discard/discard-command.ts';
import { useSession } from '../../session/session-context.tsx';
import { useOrderRoom } from './order-room.ts';
import styles from './order-files.module.css';

/** Number of newest messages whose files are listed. */
const newestShown = 200;

interface OrderFilesProps {
  orderId: string;
  title?: string;
  /** Notes shown under the files, by the id of the file. */
  notes?: ReadonlyMap<string, ReactNode>;
}

/**
 * Downloads of the files in the newest messages of an order's room; renders nothing where there are none. Refused ones
 * have their reason and what can be done.
 */
export function OrderFiles({ orderId, title, notes }: OrderFilesProps) {
  const { t } = useTranslation('navigator');
  const { ctx, db, me } = useSession();
  const discard = useDiscard();
  const { room } = useOrderRoom(orderId);
  const roomId = room?.id;
  const found = useLiveQuery(
    async () => (roomId === undefined ? [] : (await messagesOf(db, me, roomId, newestShown)).messages),
    [db, me, roomId],
  );
  const messages = (found ?? []).filter((message) => message.files.length > 0);
  if (messages.length === 0) return null;
  return (
    <section>
      {title !== undefined && <h3>{title}</h3>}
      <ul className={styles.sent} aria-label={t('files.list')}>
        {messages.map((message) => (
          <li key={message.id}>
            <div className={styles.message}>
              <Attachments files={message.files} />
              {message.delivery !== null && <DeliveryMark delivery={message.delivery} />}
            </div>
            {message.delivery === 'refused' && (
              <RefusedActions
                message={message}
                side="start"
                onRetry={({ id }) => void sendAgain(ctx, id)}
                onDiscard={({ id }) => void discard(id)}
              />
            )}
            {message.files.map(({ id }) => (
              <Fragment key={id}>{notes?.get(id)}</Fragment>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
