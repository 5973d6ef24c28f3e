import { useTranslation } from 'react-i18next';
import type { Answer } from '#domain/chat.ts';
import { withFiles } from '../messenger/file-texts.ts';
import { messageText } from '../messenger/message-text.ts';
import { AnswerCalculation } from './answer-calculation.tsx';
import { FilesOfAnswer } from './answer-files.tsx';
import { AskExpert } from './ask-expert.tsx';
import { DraftOrder } from './draft-order.tsx';
import { CopyAnswer, FurtherQuestions, Suggestions } from './answer-parts.tsx';
import { Sources } from './sources.tsx';
import { AnswerFeedback } from './answer-feedback.tsx';
import styles from './answer.module.css';
import type { MessageView } from '../../db/view-types.ts';

interface AnswerFootProps {
  roomId: string;
  message: MessageView;
  answer: Answer;
  onAsk: (text: string) => Promise<unknown>;
}

/** Footer of an answer: sources, suggestions and actions. */
export function AnswerFoot({ roomId, message, answer, onAsk }: AnswerFootProps) {
  const { t } = useTranslation('chat');
  const unsure = answer.status === 'no_answer' || answer.status === 'error';
  // Nothing is to be handed over after small talk.
  if (!answer.handoff.offered) return null;
  // It says only that an earlier question has an answer now.
  if (answer.sentence === 'checkedAnswer')
    return (
      <div className={styles.foot}>
        <Suggestions answer={answer} onAsk={onAsk} />
      </div>
    );
  const askExpert = (
    <AskExpert roomId={roomId} questionId={answer.questionId} handedOver={message.handedOver} prominent={unsure} />
  );
  return (
    <div className={styles.foot}>
      <AnswerCalculation answer={answer} />
      <DraftOrder answer={answer} />
      <FilesOfAnswer answer={answer} />
      <Sources answer={answer} />
      <Suggestions answer={answer} onAsk={onAsk} />
      <FurtherQuestions answer={answer} onAsk={onAsk} />
      <div className={styles.actions}>
        <CopyAnswer content={withFiles(t, messageText(t, message), answer)} />
        {answer.emergency === true ? (
          askExpert
        ) : (
          <AnswerFeedback roomId={roomId} message={message}>
            {askExpert}
          </AnswerFeedback>
        )}
      </div>
    </div>
  );
}
