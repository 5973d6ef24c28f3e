import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import Square from 'lucide-react/icons/square';
import { answerIdOf } from '#domain/spine/commands.ts';
import { Refused } from '../../net/errors.ts';
import { answerAfter, stopAnswer } from '../calls/live-answers.ts';
import { useSession, useSync } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { MarkedText } from '../../chat/text/marked-text.tsx';
import { AuthorPicture } from '../../chat/messages/message-group.tsx';
import group from '../../chat/messages/message-group.module.css';
import styles from './answer.module.css';

/** An answer that the server is writing: its text so far, and a button that stops it. Use the question's id as key. */
export function LiveAnswer({ questionId, assistant }: { questionId: string; assistant: string }) {
  const { t } = useTranslation('chat');
  const id = answerIdOf(questionId);
  const { text, isOnline, isLost } = useLiveText(id);
  return (
    <div className={group.group} aria-busy="true">
      <AuthorPicture author={{ kind: 'assistant', name: '' }} />
      <div className={group.messages}>
        <div className={group.head}>
          <span className={group.name}>{assistant}</span>
        </div>
        {/* Each piece would be read aloud: the finished answer is, once. */}
        {text !== '' && (
          <div className={group.bubble} aria-live="off" data-live>
            <MarkedText content={text} />
          </div>
        )}
        <div className={styles.live}>
          <output>{t(`live.${stateOf(isLost, isOnline, text)}`)}</output>
          {isOnline && !isLost && <StopButton id={id} />}
        </div>
      </div>
    </div>
  );
}

function stateOf(isLost: boolean, isOnline: boolean, text: string): 'lost' | 'away' | 'writing' | 'reading' {
  if (isLost) return 'lost';
  if (!isOnline) return 'away';
  return text === '' ? 'reading' : 'writing';
}

/** Follows an answer over the socket, and fetches missed parts: on opening, after a gap and after a time offline. */
function useLiveText(id: string): { text: string; isOnline: boolean; isLost: boolean } {
  const { api, live } = useSession();
  const [isLost, setLost] = useState(false);
  const { text, hasGap } = useSyncExternalStore(
    useCallback((changed: () => void) => live.subscribe(changed), [live]),
    () => live.of(id),
  );
  const isOnline = useSync(({ phase }) => phase === 'live' || phase === 'catchingUp');
  useEffect(() => {
    if (!isOnline) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const fetchRest = async () => {
      try {
        const after = live.of(id).text.length;
        const now = await answerAfter(api, id, after);
        // A finished answer comes with the next pull.
        if (now.status === 'writing') live.add({ answerId: id, i: after, text: now.content });
      } catch (error) {
        if (error instanceof Refused && error.code === 'NOT_FOUND') setLost(true);
      }
      // The process that writes the answer saves its text every second.
      if (!isOver && hasGap) timer = setTimeout(() => void fetchRest(), 1000);
    };
    void fetchRest();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [api, live, id, isOnline, hasGap]);
  return { text, isOnline, isLost };
}

function StopButton({ id }: { id: string }) {
  const { t } = useTranslation('chat');
  const { api } = useSession();
  const [state, setState] = useState<'idle' | 'stopping' | 'failed'>('idle');
  const stop = async () => {
    setState('stopping');
    try {
      await stopAnswer(api, id);
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button small icon={<Square aria-hidden />} disabled={state === 'stopping'} onClick={() => void stop()}>
        {t(state === 'stopping' ? 'live.stopping' : 'live.stop')}
      </Button>
      {state === 'failed' && <span role="alert">{t('live.stopFailed')}</span>}
    </>
  );
}
