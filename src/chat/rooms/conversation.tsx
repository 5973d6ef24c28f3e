import { useCallback, useState, Suspense, use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import MessageCircle from 'lucide-react/icons/message-circle';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { useLiveQuery } from 'dexie-react-hooks';
import { roomTypes } from '#domain/account/room-types.ts';
import { deletedName } from '#domain/account/users.ts';
import { sendMessage } from '../calls/chat-send.ts';
import { draftKeyOf } from '../../db/drafts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Absent } from '../../session/absent.tsx';
import { useSession } from '../../session/session-context.tsx';
import { titleOf } from '../../i18n/order-title.ts';
import { Composer } from '../compose/composer.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { MessageMenu } from '../messages/message-menu.tsx';
import { RoomLink, type RoomChoice } from './room-choice.tsx';
import { useRefusedMessages } from '../messages/refused-messages.ts';
import { roomSubtitle, roomTitle } from '../parts/room-names.ts';
import { StatusCard } from '../messages/status-card.tsx';
import { TakeOut } from '../messages/take-out.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { useReading } from '../messages/use-reading.ts';
import basics from '../../ui/basics.module.css';
import styles from './messenger.module.css';
import type { OrderView } from '../../order/views/view-types.ts';
import type { MessageView, RoomView } from '../views/view-types.ts';
import { OrderSheetContext } from '../parts/order-sheet-context.ts';
import { messageChars } from '#domain/chat/text-lengths.ts';
import { orderOf } from '../../order/views/order-views.ts';
import { roomOf } from '../views/room-views.ts';

/** Renders what a page of staff shows above the box, for the order of the room; `insert` appends a text to the box. */
export type AboveBox = (order: OrderView | undefined, insert: (text: string) => void) => ReactNode;

interface ConversationProps {
  roomId: string;
  choice: RoomChoice;
  /** Template texts for an empty order room: keys of chat.json under `template`. */
  templates: readonly string[];
  aboveBox: AboveBox | undefined;
  takesFocus: boolean;
}

/** A room with experts: header, messages and box. Use the room id as key. */
export function Conversation({ roomId, choice, templates, aboveBox, takesFocus }: ConversationProps) {
  const { t } = useTranslation('chat');
  const { me, ctx } = useSession();
  const found = useRoom(roomId);
  const room = found?.room;
  const order = found?.order;
  // A room that was opened here may have become an existing one.
  const draftKey = draftKeyOf(room?.id ?? roomId);
  const messages = useMessages(roomId);
  const reading = useReading(room ?? undefined, messages.messages);
  const { actions, prefill, setPrefill } = useRefusedMessages(draftKey);
  const [chosenId, setChosenId] = useState<string>();
  const handleMenu = useCallback((message: MessageView) => setChosenId(message.id), []);
  if (room === null) return <UnknownRoom choice={choice} />;
  // A message that was deleted in the meantime must not be readable here either.
  const chosen = messages.messages?.find(({ id, redacted }) => id === chosenId && redacted !== true);
  const orderTitle = order && titleOf(order);
  const title = room === undefined ? '' : roomTitle(t, room, me, orderTitle);
  const isCustomer = room?.customerId === me.id;
  const isQuestion = isCustomer && room.type === roomTypes.expert;
  const offersTemplates =
    messages.messages?.length === 0 && isCustomer && room.type !== roomTypes.expert && templates.length > 0;
  return (
    <section className={styles.conversation} aria-label={title}>
      <header className={styles.head}>
        <RoomLink choice={choice} roomId={undefined} className={styles.back ?? ''} aria-label={t('conversation.back')}>
          <ArrowLeft aria-hidden />
        </RoomLink>
        <div className={styles.headText}>
          <h2>{title}</h2>
          {room !== undefined && <p className={basics.fine}>{roomSubtitle(t, room, me, orderTitle)}</p>}
        </div>
        {typeof room?.orderId === 'string' && <AboutOrder orderId={room.orderId} />}
        {room !== undefined && <TakeOut room={room} />}
      </header>
      <MessageList
        {...messages}
        messages={found === undefined ? undefined : messages.messages}
        {...actions}
        onMenu={handleMenu}
        history={order?.history}
        renderChange={(change) =>
          order !== undefined && (
            <Suspense fallback={null}>
              <StatusCard order={order} change={change} />
            </Suspense>
          )
        }
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
        maxChars={messageChars}
        prefill={prefill}
        onSend={(content, files, clearsDraft) => sendMessage(ctx, { roomId, content, files }, clearsDraft)}
        above={
          <>
            {room?.customerName === deletedName && <Banner tone="neutral">{t('conversation.deleted')}</Banner>}
            {offersTemplates ? <Templates names={templates} onChoose={setPrefill} /> : aboveBox?.(order, setPrefill)}
          </>
        }
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
    <Absent
      unknown={{ title: t('conversation.unknownTitle'), text: t('conversation.unknownText') }}
      notHere={{ title: t('conversation.notHereTitle'), text: t('conversation.notHereText') }}
    >
      <RoomLink choice={choice} roomId={undefined} className="">
        {t('conversation.back')}
      </RoomLink>
    </Absent>
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

/**
 * Returns a room, null where this device has none, with the order that it is about; undefined until both are read, so
 * that its status changes appear together with the messages.
 */
function useRoom(roomId: string): { room: RoomView | null; order: OrderView | undefined } | undefined {
  const { db, me } = useSession();
  return useLiveQuery(async () => {
    const room = (await roomOf(db, me, roomId)) ?? null;
    const orderId = room?.orderId ?? null;
    return { room, order: orderId === null ? undefined : await orderOf(db, me, orderId) };
  }, [db, me, roomId]);
}
