import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Headset from 'lucide-react/icons/headset';
import { Link } from 'react-router-dom';
import { canChatWithExperts } from '#domain/account/permissions.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useFreshMe } from '../../session/fresh-me.ts';
import { useNow } from '../../ui/now.ts';
import { fullTimeOf, momentOf } from '../../i18n/times.ts';
import styles from './answer.module.css';
import { HandoffCard } from './handoff-card.tsx';
import type { MessageView } from '../../chat/views/view-types.ts';

interface AskExpertProps {
  roomId: string;
  questionId: string;
  handedOver: MessageView['handedOver'];
  prominent: boolean;
}

/**
 * Hands the question over to the experts, once, after showing what they get.
 * Users without expert chat see the plans that include it.
 */
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
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  return (
    <>
      <Button
        small
        variant={prominent ? 'primary' : 'ghost'}
        icon={<Headset aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('answer.askExpert')}
      </Button>
      {isOpen && (
        <HandoffCard
          roomId={roomId}
          questionId={questionId}
          note={note}
          onNote={setNote}
          onClose={() => setOpen(false)}
          onSend={onPress}
        />
      )}
    </>
  );
}
