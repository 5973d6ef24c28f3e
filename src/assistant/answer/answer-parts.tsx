import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import type { Answer, FollowUp } from '#domain/chat/chat.ts';
import { IconButton } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import styles from './answer.module.css';

interface QuestionsProps {
  answer: Answer;
  onAsk: (text: string) => Promise<unknown>;
}

/** "Did you mean" suggestions; a click asks the question. */
export function Suggestions({ answer, onAsk }: QuestionsProps) {
  const { t } = useTranslation('chat');
  const isAgain = answer.sentence === 'checkedAnswer';
  const asked = answer.suggestions.map(({ question }) => ({ label: question, question }));
  return <Questions label={t(isAgain ? 'suggestions.again' : 'suggestions.label')} questions={asked} onAsk={onAsk} />;
}

/** Shows questions to ask next: what may have been meant, what would change the answer, and what is near it. */
export function FurtherQuestions({ answer, onAsk }: QuestionsProps) {
  const { t } = useTranslation('chat');
  const { related = [], refine } = answer;
  const meant = refine?.other === undefined ? [] : [refine.other];
  return (
    <>
      <Questions label={t('further.meant')} questions={meant.map(named)} onAsk={onAsk} />
      <Questions label={t('further.changes')} questions={refine?.changes ?? []} onAsk={onAsk} inRow />
      <Questions label={t('further.related')} questions={related.map(named)} onAsk={onAsk} />
    </>
  );
}

function named({ question }: { question: string }): FollowUp {
  return { label: question, question };
}

interface ListProps {
  label: string;
  questions: readonly FollowUp[];
  onAsk: (text: string) => Promise<unknown>;
  inRow?: boolean;
}

function Questions({ label, questions, onAsk, inRow = false }: ListProps) {
  if (questions.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <span className={styles.label}>{label}</span>
      <ul data-row={inRow || undefined}>
        {questions.map((each) => (
          <li key={each.question}>
            <button type="button" className={styles.suggestion} onClick={() => void onAsk(each.question)}>
              {each.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function CopyAnswer({ content }: { content: string }) {
  const { t } = useTranslation('chat');
  const copy = useCopy();
  return <IconButton small label={t('answer.copy')} icon={<Copy aria-hidden />} onClick={() => copy(content)} />;
}
