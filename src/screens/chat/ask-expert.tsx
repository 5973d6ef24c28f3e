import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Headset from 'lucide-react/icons/headset';
import { Link } from 'react-router-dom';
import { canChatWithExperts } from '#domain/permissions.ts';
import { requestHandoff } from '../../commands/handoff-request.ts';
import { messagesOf } from '../../db/views.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice.tsx';
import { useFreshMe } from '../../session/fresh-me.ts';
import { useNow } from '../../ui/now.ts';
import { useOnline } from '../../ui/online.ts';
import { useSession } from '../../session/session-context.tsx';
import { fullTimeOf, momentOf } from '../words/times.ts';
import styles from './answer.module.css';
import { handoffOf } from './handoff-of.ts';
import type { MessageView } from '../../db/view-types.ts';

interface AskExpertProps {
  roomId: string;
  questionId: string;
  handedOver: MessageView['handedOver'];
  prominent: boolean;
}

/** How many messages from the end of the room the question is searched for. */
const questionWithin = 1000;

/** Hands the question over to the experts, once. Users without expert chat see the plans that include it. */
export function AskExpert({ handedOver, ...about }: AskExpertProps) {
  const { t } = useTranslation('chat');
  const me = useFreshMe();
  const [pressed, setPressed] = useState(false);
  if (handedOver !== undefined) return <WithExpert {...handedOver} takesFocus={pressed} />;
  if (canChatWithExperts(me)) return <HandOver {...about} onPress={() => setPressed(true)} />;
  return (
    <Link to="/pricing" className={buttonClass} data-variant="ghost" data-small>
      <Headset aria-hidden />
      {t('handoff.plans')}
    </Link>
  );
}

function WithExpert({
  roomId,
  at,
  pending,
  takesFocus,
}: NonNullable<MessageView['handedOver']> & { takesFocus: boolean }) {
  const { t, i18n } = useTranslation('chat');
  const now = useNow();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The pressed button no longer exists.
    if (takesFocus && document.activeElement === document.body) link.current?.focus();
  }, [takesFocus]);
  const time = momentOf(i18n.language, at, now);
  return (
    <span className={styles.withExpert}>
      <Headset aria-hidden />
      <span title={fullTimeOf(i18n.language, at)}>
        {t(pending === true ? 'handoff.waits' : 'handoff.since', { time })}
      </span>
      <Link ref={link} to={`/chat/chat-with-expert?room=${roomId}`}>
        {t('handoff.open')}
      </Link>
    </span>
  );
}

function HandOver({
  roomId,
  questionId,
  prominent,
  onPress,
}: Omit<AskExpertProps, 'handedOver'> & { onPress: () => void }) {
  const { t } = useTranslation('chat');
  const { ctx, db, me } = useSession();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const handleClick = async () => {
    setBusy(true);
    try {
      const { messages } = await messagesOf(db, me, roomId, questionWithin);
      onPress();
      await requestHandoff(ctx, { roomId, ...handoffOf(messages, questionId) });
      const detail = t(online ? 'handoff.doneText' : 'handoff.doneOffline');
      showNotice({ title: t('handoff.done'), detail, tone: 'ok' });
    } catch {
      showNotice({ title: t('handoff.failed'), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      small
      variant={prominent ? 'primary' : 'ghost'}
      busy={busy}
      icon={<Headset aria-hidden />}
      onClick={() => void handleClick()}
    >
      {t('answer.askExpert')}
    </Button>
  );
}
