import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMachine } from '@xstate/react';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { fromPromise } from 'xstate';
import { giveFeedback } from '../calls/feedback-give.ts';
import { feedbackMachine, type FeedbackInput } from '../../machines/feedback.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useSession, useSync } from '../../session/session-context.tsx';
import styles from './answer.module.css';
import type { MessageView } from '../../chat/views/view-types.ts';

interface AnswerFeedbackProps {
  roomId: string;
  message: MessageView;
  /** Other actions in the same row. */
  children: ReactNode;
}

/** Asks for feedback on an answer: a rating, then an optional comment, then a thank-you. */
export function AnswerFeedback({ roomId, message, children }: AnswerFeedbackProps) {
  const { t } = useTranslation('chat');
  const { snapshot, send, rating, failed, isBlocked, rate, sendAgain, isThanked } = useFeedback(roomId, message);
  const thumb = (value: 1 | -1, label: string, icon: ReactNode) => (
    <IconButton small label={label} pressed={rating === value} icon={icon} onClick={() => rate(value)} />
  );
  return (
    <>
      {thumb(1, t('feedback.like'), <ThumbsUp aria-hidden />)}
      {thumb(-1, t('feedback.dislike'), <ThumbsDown aria-hidden />)}
      {children}
      <output className={styles.feedback}>
        {snapshot.matches('asked') && <span>{t('feedback.asked')}</span>}
        {isThanked && <span>{t('feedback.thanked')}</span>}
        {isBlocked && (
          <span>
            {t('feedback.failed')} {t('feedback.kept')}
          </span>
        )}
        {failed !== undefined && <FailedFeedback onSendAgain={sendAgain} />}
        {snapshot.matches('followUp') && (
          <FollowUp
            onComment={(comment) => send({ type: 'feedback.commented', comment })}
            onSkip={() => send({ type: 'feedback.skipped' })}
          />
        )}
      </output>
    </>
  );
}

/** Returns the rating of an answer, how far its feedback is, and a function that gives it. */
function useFeedback(roomId: string, message: MessageView) {
  const { ctx } = useSession();
  const isServerFailing = useSync((state) => state.isServerFailing);
  const refused = message.refusedFeedback;
  const machine = useMemo(
    () =>
      feedbackMachine.provide({
        actors: {
          save: fromPromise<void, FeedbackInput>(({ input }) =>
            giveFeedback(ctx, { roomId, answerId: message.id, ...input }, refused?.cmdIds),
          ),
        },
      }),
    [ctx, roomId, message.id, refused?.cmdIds],
  );
  const known = message.rating ?? message.feedback?.rating;
  const [snapshot, send] = useMachine(machine, { input: { rating: known ?? null } });
  const [touched, setTouched] = useState(false);
  const rating = snapshot.context.rating ?? known;
  const isSaving = snapshot.matches('saving') || snapshot.matches('savingComment');
  const failed = snapshot.matches('failed') ? snapshot.context : isSaving ? undefined : refused;
  // The rating is pending, and the server cannot accept it now.
  const isBlocked = failed === undefined && isServerFailing && message.rating !== message.feedback?.rating;
  const rate = (value: 1 | -1) => {
    setTouched(true);
    send({ type: 'feedback.rated', rating: value });
  };
  const sendAgain = () => {
    if (failed === undefined) return;
    setTouched(true);
    send({ type: 'feedback.sentAgain', rating: failed.rating ?? 1, comment: failed.comment });
  };
  const isThanked = touched && failed === undefined && !isBlocked && snapshot.matches('thanked');
  return { snapshot, send, rating, failed, isBlocked, rate, sendAgain, isThanked };
}

function FailedFeedback({ onSendAgain }: { onSendAgain: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <>
      <span>{t('feedback.failed')}</span>
      <Button small variant="ghost" onClick={onSendAgain}>
        {t('feedback.sendAgain')}
      </Button>
    </>
  );
}

function FollowUp({ onComment, onSkip }: { onComment: (comment: string) => void; onSkip: () => void }) {
  const { t } = useTranslation('chat');
  const [comment, setComment] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (comment.trim() === '') onSkip();
    else onComment(comment.trim());
  };
  return (
    <form className={styles.followUp} onSubmit={handleSubmit}>
      <Field label={t('feedback.more')} hint={t('feedback.optional')} lines={2} value={comment} onChange={setComment} />
      <div className={styles.actions}>
        <Button small type="submit" variant="primary">
          {t('feedback.send')}
        </Button>
        <Button small variant="ghost" onClick={onSkip}>
          {t('feedback.skip')}
        </Button>
      </div>
    </form>
  );
}
