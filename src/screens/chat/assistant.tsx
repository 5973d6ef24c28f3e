import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link, NavLink, useSearchParams } from 'react-router-dom';
import { Bot, History, SquarePen } from 'lucide-react';
import { limits } from '#domain/limits.ts';
import { disablesAiChat, trialIsUsedUp } from '#domain/permissions.ts';
import { askQuestion } from '../../commands/question-ask.ts';
import { roomsOf } from '../../db/views.ts';
import { agreesTo } from '../../net/stored-consent.ts';
import { cookie, setCookie } from '../../net/stored-session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFreshMe } from '../fresh-me.ts';
import { Composer } from '../messenger/composer.tsx';
import { useRefusedMessages } from '../messenger/refused-messages.ts';
import { useSession } from '../session-context.tsx';
import { AssistantLog } from './assistant-log.tsx';
import { chatTypeOf, chatTypes, type ChatType } from './chat-types.ts';
import { ConversationsSheet } from './conversations-sheet.tsx';
import { TrialLeft, TrialPanel } from './trial.tsx';
import { Welcome } from './welcome.tsx';
import styles from './assistant.module.css';

/** One topic of the assistant: the conversation in the address (`?c=`), else the last one here, the newest, or a new one. */
export function Assistant({ chatType }: { chatType: ChatType }) {
  const { t } = useTranslation('chat');
  const { db, ctx, me: signedIn } = useSession();
  const me = useFreshMe();
  const [params, setParams] = useSearchParams();
  const [listed, setListed] = useState(false);
  // The first question makes the room, and with it another box: the focus goes along.
  const [asked, setAsked] = useState(false);
  const { actions, prefill } = useRefusedMessages();
  const all = useLiveQuery(() => roomsOf(db, signedIn), [db, signedIn]);
  const rooms = useMemo(
    () => all?.filter((room) => room.type === chatType && room.customerId === signedIn.id),
    [all, chatType, signedIn.id],
  );
  const { name, path } = chatTypeOf(chatType);
  if (disablesAiChat(me)) return <NotInTrial />;
  if (rooms === undefined) return <Skeleton label={t('conversation.loading')} lines={5} shape="row" />;

  const wanted = params.get('c');
  const last = cookie('conversation_id');
  const usual = rooms.find(({ id }) => id === last) ?? rooms[0];
  const roomId = wanted === 'new' ? undefined : (wanted ?? usual?.id);
  const draftKey = roomId === undefined ? `ask:${chatType}` : `room:${roomId}`;
  const ask = async (text: string, files: File[] = []) => {
    const room = await askQuestion(ctx, { text, chatType, files, ...(roomId === undefined ? {} : { roomId }) });
    setAsked(true);
    if (agreesTo('functional')) setCookie('conversation_id', room.roomId);
    if (room.roomId !== roomId) setParams({ c: room.roomId }, { replace: true });
  };
  const usedUp = trialIsUsedUp(me);
  const welcome = <Welcome name={name} onAsk={usedUp ? undefined : (text) => void ask(text)} />;
  return (
    <div className={styles.assistant}>
      <div className={styles.tools}>
        <nav className={styles.topics} aria-label={t('topic.label')}>
          {chatTypes.map((topic) => (
            <NavLink key={topic.type} to={topic.path} className={styles.topic ?? ''}>
              {t(`topic.${topic.name}`)}
            </NavLink>
          ))}
        </nav>
        <div className={styles.buttons}>
          <Button variant="ghost" small icon={<History aria-hidden />} onClick={() => setListed(true)}>
            <span className={styles.long}>{t('conversations.open')}</span>
          </Button>
          <Link to={`${path}?c=new`} className={buttonClass} data-variant="ghost" data-small>
            <SquarePen aria-hidden />
            <span className={styles.long}>{t('conversations.new')}</span>
          </Link>
        </div>
      </div>
      {roomId === undefined ? (
        <div className={styles.fresh}>{welcome}</div>
      ) : (
        <AssistantLog key={roomId} roomId={roomId} welcome={welcome} onAsk={ask} actions={actions} />
      )}
      {usedUp ? (
        <TrialPanel />
      ) : (
        <Composer
          key={draftKey}
          draftKey={draftKey}
          takesFocus={asked}
          label={t('ask.label')}
          placeholder={t('ask.placeholder')}
          filesNote={t('ask.filesNote')}
          maxChars={limits.questionChars}
          prefill={prefill}
          onSend={ask}
          above={<TrialLeft />}
        />
      )}
      <ConversationsSheet
        open={listed}
        onClose={() => setListed(false)}
        rooms={rooms}
        currentId={roomId}
        hrefOf={(id) => `${path}?c=${id}`}
      />
    </div>
  );
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
