import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { SimilarQnasReply } from '#domain/assistant/wire/qnas.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { call } from '../../../net/call.ts';
import styles from './knowledges.module.css';
import { searchPauseMs } from '#domain/ground/search-input.ts';

interface SimilarQnasProps {
  id: string | undefined;
  question: string;
  answer: string;
}

/** From here, two questions are the same. */
const same = 0.9;
/** Shorter questions are like too many. */
const leastChars = 8;

/** The Q&As that are like the one being typed, and where their figures differ. It only points them out. */
export function SimilarQnas({ id, question, answer }: SimilarQnasProps) {
  const { t } = useTranslation('admin');
  const items = useSimilar(id, question.trim(), answer);
  return (
    <div aria-live="polite" className={styles.similarPlace}>
      {items.length > 0 && (
        <section className={styles.similar} aria-label={t('qna.similar.title')}>
          <strong>{t('qna.similar.title')}</strong>
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                {/* In a tab of its own, so that the form stays. */}
                <a href={`/admin/knowledges?detail=${encodeURIComponent(item.id)}`} target="_blank" rel="noreferrer">
                  {item.id}: {item.question}
                </a>{' '}
                <small>{item.category}</small>
                <span className={styles.chips}>
                  {item.likeness >= same && <Chip tone="warn">{t('qna.similar.same')}</Chip>}
                  {item.status === 'needs_check' && <Chip>{t('qna.status.needs_check')}</Chip>}
                </span>
                {item.figures.map(({ here, there }) => (
                  <p key={here.join()} className={styles.contradiction} data-tone="warn">
                    <TriangleAlert aria-hidden />
                    {t('qna.similar.differ', { here: here.join(', '), there: there.join(', ') })}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Looks up after a pause in typing. A failed look-up is not reported, because nothing depends on it. */
function useSimilar(id: string | undefined, question: string, answer: string): SimilarQnasReply['items'] {
  const { api } = useSession();
  const [items, setItems] = useState<SimilarQnasReply['items']>([]);
  const isAsked = question.length >= leastChars;
  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    const body = {
      question: question.slice(0, 500),
      answer: answer.slice(0, 10_000),
      ...(id === undefined ? {} : { except: id }),
    };
    const timer = setTimeout(() => {
      call(api, 'POST /qnas/similar', { body, signal: stop.signal }).then(
        (reply) => setItems(reply.items),
        () => undefined,
      );
    }, 2 * searchPauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [api, id, question, answer, isAsked]);
  return isAsked ? items : [];
}
