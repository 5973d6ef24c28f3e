import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import type { Answer } from '#domain/chat.ts';
import { IconButton } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import styles from './answer.module.css';

/** "Did you mean" suggestions; a click asks the question. */
export function Suggestions({ answer, onAsk }: { answer: Answer; onAsk: (text: string) => Promise<unknown> }) {
  const { t } = useTranslation('chat');
  if (answer.suggestions.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <span className={styles.label}>{t('suggestions.label')}</span>
      <ul>
        {answer.suggestions.map(({ qnaId, question }) => (
          <li key={qnaId}>
            <button type="button" className={styles.suggestion} onClick={() => void onAsk(question)}>
              {question}
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
