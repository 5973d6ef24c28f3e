import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#domain/chat.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Passage } from './answer-files.tsx';
import { SourceEntry } from './source-entry.tsx';
import { SourceItem } from './source-item.tsx';
import styles from './answer.module.css';

/** Sources of an answer: numbered chips that open a sheet with the entries, at the chosen one. */
export function Sources({ answer }: { answer: Answer }) {
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
      <Dialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={t('sources.title')}
        closeLabel={t('common:action.close')}
        place="side"
      >
        <ol className={styles.sourceList}>
          {answer.sources.map((source) =>
            source.file === undefined ? (
              <SourceEntry key={source.n} source={source} isChosen={source.n === chosen} />
            ) : (
              <SourceItem key={source.n} n={source.n} isChosen={source.n === chosen}>
                <Passage n={source.n} file={source.file} />
              </SourceItem>
            ),
          )}
        </ol>
      </Dialog>
    </div>
  );
}
