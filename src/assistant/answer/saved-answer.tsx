import { useTranslation } from 'react-i18next';
import BookOpen from 'lucide-react/icons/book-open';
import { Chip } from '../../ui/chip.tsx';
import { AuthorPicture, Subject } from '../../chat/messages/message-group.tsx';
import { AnswerText } from '../../chat/text/answer-text.tsx';
import { messageText, subjectOf } from '../../chat/parts/message-text.ts';
import group from '../../chat/messages/message-group.module.css';
import { dateOf } from '../../i18n/times.ts';
import { AnswerCalculation } from './answer-calculation.tsx';
import { AskExpert } from './ask-expert.tsx';
import { DraftOrder } from './draft-order.tsx';
import { CopyAnswer, FurtherQuestions, Suggestions } from './answer-parts.tsx';
import { Sources } from './sources.tsx';
import styles from './answer.module.css';
import type { MessageView } from '../../chat/views/view-types.ts';

interface SavedAnswerProps {
  roomId: string;
  question: MessageView;
  /** The assistant's name. */
  assistant: string;
  onAsk: (text: string) => Promise<unknown>;
}

/** This device's offline answer, shown while the question is pending. */
export function SavedAnswerBubble({ roomId, question, assistant, onAsk }: SavedAnswerProps) {
  const { t, i18n } = useTranslation('chat');
  const saved = question.savedAnswer;
  if (saved === undefined) return null;
  const { answer } = saved;
  const content = messageText(t, saved);
  return (
    <div className={group.group}>
      <AuthorPicture author={{ kind: 'assistant', name: '' }} />
      <div className={group.messages}>
        <div className={group.head}>
          <span className={group.name}>{assistant}</span>
          <Chip tone="warn" icon={<BookOpen aria-hidden />}>
            {t('saved.mark')}
          </Chip>
        </div>
        <div className={group.bubble} data-tone={answer.emergency === true ? 'danger' : undefined}>
          <Subject text={subjectOf(saved)} />
          <AnswerText content={content} />
        </div>
        <div className={styles.foot}>
          {saved.asOf !== undefined && (
            <p className={styles.label}>{t('sources.asOf', { date: dateOf(i18n.language, saved.asOf) })}</p>
          )}
          <AnswerCalculation answer={answer} />
          <DraftOrder answer={answer} />
          <Sources answer={answer} />
          <Suggestions answer={answer} onAsk={onAsk} />
          <FurtherQuestions answer={answer} onAsk={onAsk} />
          <div className={styles.actions}>
            <CopyAnswer content={content} />
            <AskExpert
              roomId={roomId}
              questionId={question.id}
              handedOver={question.handedOver}
              prominent={answer.status === 'no_answer'}
            />
          </div>
        </div>
      </div>
    </div>
  );
}
