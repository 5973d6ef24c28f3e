import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import type { RepeatedQuestion } from '../calls/question-ask.ts';
import { chooseVersion, chosenVersions, rootOf, withoutOtherVersions } from '../views/branches.ts';
import { roomOf } from '../../chat/views/room-views.ts';
import { MessageList } from '../../chat/messages/message-list.tsx';
import { useMessages } from '../../chat/messages/use-messages.ts';
import { useReading } from '../../chat/messages/use-reading.ts';
import { useSession } from '../../session/session-context.tsx';
import { PassagesOfAnswer } from '../answer/answer-files.tsx';
import { AnswerFoot } from '../answer/answer-foot.tsx';
import { awaitedIn, beingWrittenIn } from './awaited.ts';
import { SavedAnswerBubble } from '../answer/saved-answer.tsx';
import { useOpenAt } from './use-open-at.ts';
import styles from '../answer/answer.module.css';
import type { MessageView } from '../../chat/views/view-types.ts';
import type { MessageActions } from '../../chat/parts/message-actions.ts';

/** Returns a part that is fetched when it is first needed, and kept then. If it cannot be fetched, nothing is shown. */
function fetched<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: (() => null) as ComponentType<P> }),
    ),
  );
}

const LiveAnswer = fetched(() => import('../answer/live-answer.tsx').then((module) => module.LiveAnswer));
const QuestionFoot = fetched(() => import('../answer/question-foot.tsx').then((module) => module.QuestionFoot));

interface AssistantLogProps {
  roomId: string;
  welcome: ReactNode;
  onAsk: (text: string) => Promise<unknown>;
  /** Asks a question again, perhaps in other words. */
  onAgain: (text: string, again: RepeatedQuestion) => Promise<unknown>;
  actions: MessageActions;
}

/** Messages of a room with the assistant. Use the room id as key. */
export function AssistantLog({ roomId, welcome, onAsk, onAgain, actions }: AssistantLogProps) {
  const { t } = useTranslation('chat');
  const { db, me } = useSession();
  const room = useLiveQuery(() => roomOf(db, me, roomId), [db, me, roomId]);
  const all = useMessages(roomId);
  const chosen = useLiveQuery(() => chosenVersions(db), [db]);
  const messages = useMemo(
    () => all.messages && withoutOtherVersions(all.messages, chosen ?? new Map()),
    [all.messages, chosen],
  );
  const found = { ...all, messages };
  const { unseen, onEnd } = useReading(room, found.messages);
  useOpenAt(found);
  const { ask, again, againById } = useStableCalls(onAsk, onAgain, messages);
  const renderFoot = useCallback(
    (message: MessageView) => {
      if (message.answer !== undefined) {
        const { answer } = message;
        return <AnswerFoot roomId={roomId} message={message} answer={answer} onAsk={ask} onAgain={againById} />;
      }
      const isQuestion = message.author.id === me.id && message.redacted !== true && message.delivery !== 'refused';
      return isQuestion ? (
        <Suspense fallback={<div className={styles.questionFoot} />}>
          <QuestionFoot question={message} onAgain={again} />
        </Suspense>
      ) : null;
    },
    [roomId, me.id, ask, again, againById],
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
      renderHead={renderPassages}
      renderSaved={renderSaved}
      empty={welcome}
      keepsQuestion
      tail={<AwaitedAnswer messages={found.messages ?? []} assistant={assistant} />}
    />
  );
}

function renderPassages({ answer }: MessageView) {
  return answer === undefined ? null : <PassagesOfAnswer answer={answer} />;
}

/** Returns what asks a question, and asks one again. They stay the same functions, because rows are memoized. */
function useStableCalls(
  onAsk: AssistantLogProps['onAsk'],
  onAgain: AssistantLogProps['onAgain'],
  messages: readonly MessageView[] | undefined,
) {
  const { db } = useSession();
  const latest = useRef({ onAsk, onAgain, messages });
  useEffect(() => {
    latest.current = { onAsk, onAgain, messages };
  }, [onAsk, onAgain, messages]);
  const ask = useCallback((text: string) => latest.current.onAsk(text), []);
  const again = useCallback(
    async (question: MessageView, text: string) => {
      await latest.current.onAgain(text, { branchOf: question.id, files: question.files });
      // The newest version is shown, also where another one was chosen before.
      await chooseVersion(db, rootOf(question), '');
    },
    [db],
  );
  const againById = useCallback(
    async (questionId: string) => {
      const question = latest.current.messages?.find(({ id }) => id === questionId);
      if (question !== undefined) await again(question, question.content);
    },
    [again],
  );
  return { ask, again, againById };
}

/** Questions without an answer: what the server is writing, or what becomes of the newest one. */
function AwaitedAnswer({ messages, assistant }: { messages: readonly MessageView[]; assistant: string }) {
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
