import { lazy, Suspense, useCallback, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { roomOf } from '../../db/views.ts';
import { MessageList } from '../messenger/message-list.tsx';
import { useMessages } from '../messenger/use-messages.ts';
import { useReading } from '../messenger/use-reading.ts';
import { useSession } from '../../session/session-context.tsx';
import { AnswerFoot } from './answer-foot.tsx';
import { awaitedIn, beingWrittenIn } from './awaited.ts';
import { SavedAnswerBubble } from './saved-answer.tsx';
import { useOpenAt } from './use-open-at.ts';
import styles from './answer.module.css';
import type { MessageView } from '../../db/view-types.ts';
import type { MessageActions } from '../messenger/message-actions.ts';

type LiveModule = { default: ComponentType<{ questionId: string; assistant: string }> };

/** Of use only with a network; without its file the answer comes whole. */
const LiveAnswer = lazy(() =>
  import('./online/live-answer.tsx').then(
    (module): LiveModule => ({ default: module.LiveAnswer }),
    (): LiveModule => ({ default: Nothing }),
  ),
);

function Nothing(): ReactNode {
  return null;
}

interface AssistantLogProps {
  roomId: string;
  welcome: ReactNode;
  onAsk: (text: string) => Promise<unknown>;
  actions: MessageActions;
}

/** Messages of a room with the assistant. Use the room id as key. */
export function AssistantLog({ roomId, welcome, onAsk, actions }: AssistantLogProps) {
  const { t } = useTranslation('chat');
  const { db, me } = useSession();
  const room = useLiveQuery(() => roomOf(db, me, roomId), [db, me, roomId]);
  const found = useMessages(roomId);
  const { unseen, onEnd } = useReading(room, found.messages);
  useOpenAt(found);
  // Rows are memoized, so they call the latest `onAsk` through a ref.
  const asking = useRef(onAsk);
  useEffect(() => {
    asking.current = onAsk;
  }, [onAsk]);
  const ask = useCallback((text: string) => asking.current(text), []);
  const renderFoot = useCallback(
    (message: MessageView) =>
      message.answer === undefined ? null : (
        <AnswerFoot roomId={roomId} message={message} answer={message.answer} onAsk={ask} />
      ),
    [roomId, ask],
  );
  // Each answer contains the assistant's name; before the first one, the default is shown.
  const assistant =
    found.messages?.findLast(({ author }) => author.kind === 'assistant')?.author.name ?? t('author.bot');
  const renderSaved = (question: MessageView) => (
    <SavedAnswerBubble roomId={roomId} question={question} assistant={assistant} onAsk={ask} />
  );
  return (
    <MessageList
      {...found}
      {...actions}
      label={t('conversation.assistantLabel')}
      readUpTo={undefined}
      unseen={unseen}
      onEnd={onEnd}
      renderFoot={renderFoot}
      renderSaved={renderSaved}
      empty={welcome}
      tail={<Awaited messages={found.messages ?? []} assistant={assistant} />}
    />
  );
}

/** Questions without an answer: what the server is writing, or what becomes of the newest one. */
function Awaited({ messages, assistant }: { messages: readonly MessageView[]; assistant: string }) {
  const { t } = useTranslation('chat');
  const written = beingWrittenIn(messages);
  const awaited = awaitedIn(messages);
  if (written.length > 0) {
    return (
      <Suspense fallback={<p className={styles.awaited}>{t('awaited.answering')}</p>}>
        {written.map((id) => (
          <LiveAnswer key={id} questionId={id} assistant={assistant} />
        ))}
      </Suspense>
    );
  }
  return awaited === undefined ? null : <p className={styles.awaited}>{t(`awaited.${awaited}`)}</p>;
}
