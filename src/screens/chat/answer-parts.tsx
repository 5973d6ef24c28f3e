import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import ExternalLink from 'lucide-react/icons/external-link';
import type { Answer, AnswerSource } from '#domain/chat.ts';
import { Passage } from './answer-files.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCopy } from '../../ui/copy.ts';
import styles from './answer.module.css';
import { isWebAddress } from './web-address.ts';

/** Sources of an answer: numbered chips that open a sheet. */
export function Sources({ answer }: { answer: Answer }) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
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
          onClick={() => setOpen(true)}
        >
          {source.n}
        </button>
      ))}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('sources.title')}
        closeLabel={t('common:action.close')}
        place="side"
      >
        <ol className={styles.sourceList}>
          {answer.sources.map((source) => (
            <SourceItem key={source.n} source={source} />
          ))}
        </ol>
      </Dialog>
    </div>
  );
}

function SourceItem({ source }: { source: AnswerSource }) {
  return (
    <li>
      <span className={styles.sourceNumber}>{source.n}</span>
      <div>
        <strong>{source.question}</strong>
        {source.file === undefined ? <p>{source.category}</p> : <Passage file={source.file} />}
        {source.urls.filter(isWebAddress).map((url) => (
          <a key={url} href={url} target="_blank" rel="noopener noreferrer nofollow">
            {new URL(url).host}
            <ExternalLink aria-hidden />
          </a>
        ))}
      </div>
    </li>
  );
}

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
