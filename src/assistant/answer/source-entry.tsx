import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import Copy from 'lucide-react/icons/copy';
import type { AnswerSource } from '#domain/chat/chat.ts';
import { textsIn } from '#domain/ground/knowledge.ts';
import { isKorean } from '#domain/quantities/korean.ts';
import { savedEntryOf } from '../knowledge/saved-knowledge.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import { AnswerText } from '../../chat/text/answer-text.tsx';
import { SourceLinks } from '../../chat/text/source-link.tsx';
import { dateOf } from '../../i18n/times.ts';
import { SourceItem } from './source-item.tsx';
import styles from './answer.module.css';

interface SourceEntryProps {
  source: AnswerSource;
  /** Whether the sheet was opened for this source. */
  isChosen: boolean;
}

/** The entry that an answer is from, as this device has it; without it, what the answer itself says about it. */
export function SourceEntry({ source, isChosen }: SourceEntryProps) {
  const { t, i18n } = useTranslation('chat');
  const { db } = useSession();
  // `null`: read, and not on this device.
  const saved = useLiveQuery(async () => (await savedEntryOf(db, source.qnaId)) ?? null, [db, source.qnaId]);
  const entry = saved?.entry;
  const answer = entry && textsIn(entry, isKorean(source.question)).answer;
  const day = (iso: string) => dateOf(i18n.language, iso);
  return (
    <SourceItem n={source.n} isChosen={isChosen}>
      <span className={styles.sourceNumber}>{source.n}</span>
      <div>
        <strong>{source.question}</strong>
        <p>{source.category}</p>
        {saved === null && <p>{t('sources.notHere')}</p>}
        {answer !== undefined && (
          <div className={styles.sourceAnswer}>
            <AnswerText content={answer} />
          </div>
        )}
        <SourceLinks urls={entry?.urls ?? source.urls} />
        {entry?.sources !== undefined && entry.sources.length > 0 && (
          <p>{t('sources.named', { names: entry.sources.join('; ') })}</p>
        )}
        {entry?.changedOn !== undefined && entry.changedOn !== '' && (
          <p>{t('sources.changed', { date: day(`${entry.changedOn}T12:00`) })}</p>
        )}
        {entry?.checkedOn !== undefined && <p>{t('sources.checked', { date: day(`${entry.checkedOn}T12:00`) })}</p>}
        {entry?.checkBy !== undefined && <p>{t('sources.checkBy', { date: day(`${entry.checkBy}T12:00`) })}</p>}
        {saved?.state !== undefined && (
          <p>{t('sources.asOf', { date: day(new Date(saved.state.at).toISOString()) })}</p>
        )}
        {answer !== undefined && <CopySource text={`${source.question}\n\n${answer}`} />}
      </div>
    </SourceItem>
  );
}

function CopySource({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  const copy = useCopy();
  return (
    <Button small variant="ghost" icon={<Copy aria-hidden />} onClick={() => copy(text)}>
      {t('sources.copyText')}
    </Button>
  );
}
