import { useTranslation } from 'react-i18next';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import Stethoscope from 'lucide-react/icons/stethoscope';
import type { Answer } from '#domain/chat/chat.ts';
import { IconButton, buttonClass } from '../../ui/button.tsx';
import { withFiles } from './file-texts.ts';
import { messageText } from '../../chat/parts/message-text.ts';
import { AnswerCalculation } from './answer-calculation.tsx';
import { FileNotes } from './answer-files.tsx';
import { AskExpert } from './ask-expert.tsx';
import { DraftOrder } from './draft-order.tsx';
import { CopyAnswer, FurtherQuestions, Suggestions } from './answer-parts.tsx';
import { PageLink, pageOf } from './page-link.tsx';
import { Sources } from './sources.tsx';
import { AnswerFeedback } from './answer-feedback.tsx';
import type { MessageView } from '../../chat/views/view-types.ts';
import { wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { treeForEntry } from '../knowledge/finder-trees.ts';
import { useSession } from '../../session/session-context.tsx';
import styles from './answer.module.css';

interface AnswerFootProps {
  roomId: string;
  message: MessageView;
  answer: Answer;
  onAsk: (text: string) => Promise<unknown>;
  /** Asks the question of this answer again. */
  onAgain: (questionId: string) => Promise<unknown>;
}

/** Footer of an answer: sources, suggestions and actions. */
export function AnswerFoot({ roomId, message, answer, onAsk, onAgain }: AnswerFootProps) {
  const { t } = useTranslation('chat');
  const unsure = answer.status === 'no_answer' || answer.status === 'error';
  const page = pageOf(answer);
  if (page !== undefined)
    return (
      <div className={styles.foot}>
        <PageLink to={page} />
      </div>
    );
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
      <Origin answer={answer} />
      <AnswerCalculation answer={answer} />
      <DraftOrder answer={answer} />
      <FinderLink answer={answer} />
      <FileNotes answer={answer} />
      <Sources answer={answer} />
      <Suggestions answer={answer} onAsk={onAsk} />
      <FurtherQuestions answer={answer} onAsk={onAsk} />
      <div className={styles.actions}>
        {(answer.mode === 'llm' || answer.fallback !== undefined) && (
          <IconButton
            small
            label={t('model.again')}
            icon={<RotateCcw aria-hidden />}
            onClick={() => void onAgain(answer.questionId)}
          />
        )}
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

/** Whether a language model wrote the answer, and if it failed, why this is another one. */
function Origin({ answer: { mode, status, fallback } }: { answer: Answer }) {
  const { t } = useTranslation('chat');
  const why = fallback === undefined ? undefined : t([`fallback.${fallback}`, 'fallback.failed']);
  const said = why ?? (mode === 'kb' ? undefined : t(status === 'stopped' ? 'model.stopped' : 'model.wrote'));
  return said === undefined ? null : <p className={styles.label}>{said}</p>;
}

/** Under an answer from an entry about a failure: leads to the tree that finds its cause. */
function FinderLink({ answer }: { answer: Answer }) {
  const { t, i18n } = useTranslation('chat');
  const { db } = useSession();
  const entryId = answer.sources[0]?.qnaId;
  const found = useLiveQuery(
    async () => (entryId === undefined ? undefined : await treeForEntry(db, entryId)),
    [db, entryId],
  );
  if (found === undefined) return null;
  return (
    <Link to={`/chat/failure-finder/${found.tree}`} className={buttonClass} data-variant="secondary" data-small>
      <Stethoscope aria-hidden />
      {t('finder.link', { failure: wordsIn(found.title, i18n.language) })}
    </Link>
  );
}
