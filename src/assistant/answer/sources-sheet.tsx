import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer, AnswerSource } from '#domain/chat/chat.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import styles from './answer.module.css';

interface SourcesSheetProps {
  answer: Answer;
  /** Renders a source as an item of the list in the sheet; `isChosen`: the sheet was opened for it. */
  renderSource: (source: AnswerSource, isChosen: boolean) => ReactNode;
}

/** Numbered chips of an answer's sources, which open a sheet with all of them, at the chosen one. */
export function SourcesSheet({ answer, renderSource }: SourcesSheetProps) {
  const { t } = useTranslation('chat');
  const [chosen, setChosen] = useState<number>();
  if (answer.sources.length === 0) return null;
  return (
    <div className={styles.sources}>
      <span className={styles.label}>{t('sources.label')}</span>
      {answer.sources.map((source) => (
        <button
          key={source.n}
          type="button"
          className={styles.source}
          aria-label={t('sources.open', { n: source.n, question: source.question })}
          title={source.question}
          onClick={() => setChosen(source.n)}
        >
          {source.n}
        </button>
      ))}
      <Dialog open={chosen !== undefined} onClose={() => setChosen(undefined)} title={t('sources.title')} place="side">
        <ol className={styles.sourceList}>
          {answer.sources.map((source) => renderSource(source, source.n === chosen))}
        </ol>
      </Dialog>
    </div>
  );
}
