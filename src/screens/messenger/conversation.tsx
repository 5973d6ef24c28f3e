import { roomTypes } from '#domain/room-types.ts';
import { useCallback, useState, Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import MessageCircle from 'lucide-react/icons/message-circle';
import SearchX from 'lucide-react/icons/search-x';
import { limits } from '#domain/limits.ts';
import { sendMessage } from '../../commands/chat-send.ts';
import { roomOf } from '../../db/views.ts';
import { Button, buttonClass, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useSession } from '../../session/session-context.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { MessageMenu } from './message-menu.tsx';
import { RoomLink, type RoomChoice } from './room-choice.tsx';
import { useRefusedMessages } from './refused-messages.ts';
import { roomSubtitle, roomTitle } from './room-names.ts';
import { TakeOut } from './take-out.tsx';
import { useMessages } from './use-messages.ts';
import { useReading } from './use-reading.ts';
import styles from './messenger.module.css';
import type { MessageView } from '../../db/view-types.ts';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { OrderSheetContext } from './order-sheet-context.ts';

interface ConversationProps {
  roomId: string;
  choice: RoomChoice;
  /** Template texts for an empty order room: keys of chat.json under `template`. */
  templates: readonly string[];
  takesFocus: boolean;
}

/** A room with experts: header, messages and box. Use the room id as key. */
export function Conversation({ roomId, choice, templates, takesFocus }: ConversationProps) {
  const { t } = useTranslation('chat');
  const session = useSession();
  const { db, me, ctx } = session;
  const room = useLiveQuery(async () => (await roomOf(db, me, roomId)) ?? null, [db, me, roomId]);
  const draftKey = `room:${roomId}`;
  const messages = useMessages(roomId);
  const reading = useReading(room ?? undefined, messages.messages);
  const { actions, prefill, setPrefill } = useRefusedMessages(draftKey);
  const [chosenId, setChosenId] = useState<string>();
  const handleMenu = useCallback((message: MessageView) => setChosenId(message.id), []);
  if (room === null) return <UnknownRoom choice={choice} />;
  // A message that was deleted meanwhile must not be readable here either.
  const chosen = messages.messages?.find(({ id, redacted }) => id === chosenId && redacted !== true);
  const title = room === undefined ? '' : roomTitle(t, room, me);
  const isQuestion = room?.type === roomTypes.expert && room.customerId === me.id;
  const offersTemplates = messages.messages?.length === 0 && room?.type !== roomTypes.expert && templates.length > 0;
  return (
    <section className={styles.conversation} aria-label={title}>
      <header className={styles.head}>
        <RoomLink choice={choice} roomId={undefined} className={styles.back ?? ''} aria-label={t('conversation.back')}>
          <ArrowLeft aria-hidden />
        </RoomLink>
        <div className={styles.headText}>
          <h2>{title}</h2>
          {room !== undefined && <p>{roomSubtitle(t, room, me)}</p>}
        </div>
        {typeof room?.orderId === 'string' && <AboutOrder orderId={room.orderId} />}
        {room !== undefined && <TakeOut room={room} />}
      </header>
      <MessageList
        {...messages}
        {...actions}
        onMenu={handleMenu}
        label={t('conversation.label', { name: title })}
        {...reading}
        empty={
          <EmptyState icon={<MessageCircle />} title={t('conversation.emptyTitle')}>
            {t('conversation.emptyText')}
          </EmptyState>
        }
      />
      <Composer
        draftKey={draftKey}
        takesFocus={takesFocus}
        label={t('composer.label')}
        placeholder={t(isQuestion ? 'ask.placeholder' : 'composer.placeholder')}
        maxChars={limits.messageChars}
        prefill={prefill}
        onSend={(content, files, clearsDraft) => sendMessage(ctx, { roomId, content, files }, clearsDraft)}
        above={offersTemplates ? <Templates names={templates} onChoose={setPrefill} /> : undefined}
      />
      {chosen !== undefined && <MessageMenu message={chosen} onClose={() => setChosenId(undefined)} />}
    </section>
  );
}

function Templates({ names, onChoose }: { names: readonly string[]; onChoose: (text: string) => void }) {
  const { t } = useTranslation('chat');
  return (
    <ul className={styles.templates} aria-label={t('template.label')}>
      {names.map((name) => (
        <li key={name}>
          <Button small onClick={() => onChoose(t(`template.${name}.text`))}>
            {t(`template.${name}.title`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function UnknownRoom({ choice }: { choice: RoomChoice }) {
  const { t } = useTranslation('chat');
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('conversation.unknownTitle')}
      action={
        <RoomLink choice={choice} roomId={undefined} className={buttonClass} data-variant="secondary">
          {t('conversation.back')}
        </RoomLink>
      }
    >
      {t('conversation.unknownText')}
    </EmptyState>
  );
}

/** Button in the header of an order's room that opens the order. */
function AboutOrder({ orderId }: { orderId: string }) {
  const { t } = useTranslation('chat');
  const show = use(OrderSheetContext);
  const [isOpen, setOpen] = useState(false);
  if (show === null) return null;
  return (
    <>
      <IconButton
        label={t('conversation.order')}
        icon={<ClipboardList aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <Suspense fallback={null}>{show(orderId, () => setOpen(false))}</Suspense>}
    </>
  );
}
