import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link, NavLink, useSearchParams } from 'react-router-dom';
import Bot from 'lucide-react/icons/bot';
import History from 'lucide-react/icons/history';
import SquarePen from 'lucide-react/icons/square-pen';
import { disablesAiChat, ownsConversation, trialIsUsedUp } from '#domain/account/permissions.ts';
import { type RepeatedQuestion, askQuestion } from '../calls/question-ask.ts';
import type { DraftChange } from '../../db/draft-row.ts';
import { assistantSettingsOf } from '../knowledge/saved-knowledge.ts';
import { agreesTo } from '../../net/stored-consent.ts';
import { cookie, setCookie } from '../../net/stored-session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { UnreadCount } from '../../ui/unread-count.tsx';
import { useFreshMe } from '../../session/fresh-me.ts';
import { useOpenTabInView } from '../../ui/into-view.ts';
import { Composer } from '../../chat/compose/composer.tsx';
import { useRefusedMessages } from '../../chat/messages/refused-messages.ts';
import { useRooms } from '../../chat/views/rooms.ts';
import type { RoomView } from '../../chat/views/view-types.ts';
import { useSession } from '../../session/session-context.tsx';
import { AssistantLog } from './assistant-log.tsx';
import { topicOf, chatTypes, type ChatType } from './chat-types.ts';
import { ConversationsSheet } from './conversations-sheet.tsx';
import { useChosenRoom, useIsDeleted } from './chosen-room.ts';
import { useUndoAfterReload } from './delete-with-undo.ts';
import { RemainingTrial, TrialPanel } from './trial.tsx';
import { Welcome } from './welcome.tsx';
import { hiddenOnPhone } from '../../ui/visually-hidden.tsx';
import styles from './assistant.module.css';
import { questionChars } from '#domain/chat/text-lengths.ts';

const PrintedConversation = lazy(() =>
  import('../export/printed-conversation.tsx').then((module) => ({ default: module.PrintedConversation })),
);

export function GeneralChatScreen() {
  return <Assistant key={1} chatType={1} />;
}

export function SupplierChatScreen() {
  return <Assistant key={2} chatType={2} />;
}

export function SpecChatScreen() {
  return <Assistant key={3} chatType={3} />;
}

export function BenchmarkChatScreen() {
  return <Assistant key={4} chatType={4} />;
}

/** A topic of the assistant: the room in the URL (`?c=`), else the last one shown here, the newest, or a new one. */
function Assistant({ chatType }: { chatType: ChatType }) {
  const { t } = useTranslation('chat');
  const { db, me: signedIn } = useSession();
  const me = useFreshMe();
  const [listed, setListed] = useState(false);
  const [printed, setPrinted] = useState<{ roomId: string; title: string }>();
  const endPrint = useCallback(() => setPrinted(undefined), []);
  const settings = useLiveQuery(async () => (await assistantSettingsOf(db)) ?? null, [db]);
  const all = useRooms();
  const own = useMemo(() => all?.filter((room) => ownsConversation(signedIn, room)), [all, signedIn]);
  const rooms = useMemo(() => own?.filter((room) => room.type === chatType), [own, chatType]);
  const { roomId, room, stay } = useShownRoom(rooms);
  useUndoAfterReload();
  const draftKey = roomId === undefined ? `ask:${chatType}` : `room:${roomId}`;
  const { actions, prefill } = useRefusedMessages(draftKey);
  const { ask, hasAsked } = useAsk(chatType, room, roomId === undefined);
  if (disablesAiChat(me)) return <NotInTrial />;
  if (own === undefined || rooms === undefined || settings === undefined)
    return <Skeleton label={t('conversation.loading')} lines={5} shape="row" />;

  // The room on the screen counts as read.
  const unreadIn = (type: ChatType) =>
    own.reduce((sum, each) => (each.type === type && each.id !== roomId ? sum + each.unreadCount : sum), 0);
  const usedUp = trialIsUsedUp(me);
  const { name } = topicOf(chatType);
  const welcome = <Welcome name={name} settings={settings} onAsk={usedUp ? undefined : (text) => void ask(text)} />;
  return (
    <div className={styles.assistant} onInput={stay}>
      <Tools chatType={chatType} unreadIn={unreadIn} onList={() => setListed(true)} />
      {roomId === undefined ? (
        <div className={styles.fresh}>{welcome}</div>
      ) : (
        <AssistantLog
          key={roomId}
          roomId={roomId}
          welcome={welcome}
          onAsk={ask}
          onAgain={(text, again) => ask(text, [], undefined, again)}
          actions={actions}
        />
      )}
      {usedUp ? (
        <TrialPanel />
      ) : (
        <Composer
          key={`composer ${room}`}
          draftKey={draftKey}
          // A starter question disappears when it is asked, so the focus moves to the box.
          takesFocus={hasAsked}
          label={t('ask.label')}
          placeholder={t('ask.placeholder')}
          filesNote={t('ask.filesNote')}
          maxChars={questionChars}
          prefill={prefill}
          onSend={ask}
          above={<RemainingTrial />}
        />
      )}
      <ConversationsSheet
        open={listed}
        onClose={() => setListed(false)}
        rooms={rooms}
        all={own}
        currentId={roomId}
        onPrint={setPrinted}
      />
      {printed !== undefined && (
        <Suspense fallback={null}>
          <PrintedConversation {...printed} onEnd={endPrint} />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the room that is shown, which the URL names, or the last one shown here, the newest, or a new one. */
function useShownRoom(rooms: readonly RoomView[] | undefined) {
  const last = cookie('conversation_id');
  const usual = rooms?.find(({ id }) => id === last) ?? rooms?.[0];
  const { roomId: chosen, newRoomId, stay } = useChosenRoom(usual?.id);
  const isGone = useIsDeleted(chosen);
  // A deleted conversation gives way to a new one, and returns with the undo.
  const roomId = isGone ? undefined : chosen;
  return { roomId, room: roomId ?? newRoomId, stay };
}

type Ask = (text: string, files?: File[], clearsDraft?: DraftChange, again?: RepeatedQuestion) => Promise<void>;

/**
 * Returns what asks a question in a room, and whether one was asked here.
 * @param isNew whether the first question opens the room
 */
function useAsk(chatType: ChatType, room: string, isNew: boolean): { ask: Ask; hasAsked: boolean } {
  const { ctx } = useSession();
  const [, setParams] = useSearchParams();
  const [hasAsked, setAsked] = useState(false);
  const [opened] = useState(() => new Set<string>());
  const ask: Ask = async (text, files = [], clearsDraft, again) => {
    // The next question may be asked before the URL contains the room that this one opens.
    const opens = isNew && !opened.has(room);
    if (opens) opened.add(room);
    try {
      await askQuestion(ctx, { text, chatType, files, roomId: room, opens, again }, clearsDraft);
    } catch (error) {
      if (opens) opened.delete(room);
      throw error;
    }
    setAsked(true);
    if (agreesTo('functional')) setCookie('conversation_id', room);
    if (opens) setParams({ c: room }, { replace: true });
  };
  return { ask, hasAsked };
}

interface ToolsProps {
  chatType: ChatType;
  unreadIn: (type: ChatType) => number;
  onList: () => void;
}

/** Leads to the other topics, to the past conversations of this one, and to a new one. */
function Tools({ chatType, unreadIn, onList }: ToolsProps) {
  const { t } = useTranslation('chat');
  const { name, path } = topicOf(chatType);
  return (
    <div className={styles.tools}>
      <Topics open={name} unreadIn={unreadIn} />
      <div className={styles.buttons}>
        <Button variant="ghost" small icon={<History aria-hidden />} onClick={onList}>
          <span className={hiddenOnPhone}>{t('conversations.open')}</span>
          <UnreadBadge count={unreadIn(chatType)} />
        </Button>
        <Link to={`${path}?c=new`} className={buttonClass} data-variant="ghost" data-small>
          <SquarePen aria-hidden />
          <span className={hiddenOnPhone}>{t('conversations.new')}</span>
        </Link>
      </div>
    </div>
  );
}

function Topics({ open, unreadIn }: { open: string; unreadIn: (type: ChatType) => number }) {
  const { t } = useTranslation('chat');
  const row = useOpenTabInView(open);
  return (
    <nav ref={row} className={styles.topics} aria-label={t('topic.label')}>
      {chatTypes.map((topic) => (
        <NavLink key={topic.type} to={topic.path} className={styles.topic ?? ''}>
          {t(`topic.${topic.name}`)}
          {topic.name !== open && <UnreadBadge count={unreadIn(topic.type)} />}
        </NavLink>
      ))}
    </nav>
  );
}

function UnreadBadge({ count }: { count: number }) {
  const { t } = useTranslation();
  return <UnreadCount count={count} label={t('unread', { count })} />;
}

function NotInTrial() {
  const { t } = useTranslation('chat');
  return (
    <div className={styles.fresh}>
      <EmptyState
        icon={<Bot />}
        title={t('notInTrial.title')}
        action={
          <Link to="/chat/chat-with-expert" className={buttonClass} data-variant="primary">
            {t('notInTrial.action')}
          </Link>
        }
      >
        {t('notInTrial.text')}
      </EmptyState>
    </div>
  );
}
