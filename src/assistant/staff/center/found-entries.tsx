import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RetrievalTestBody, RetrievalTestReply } from '#domain/assistant/wire/retrieval-test.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { entryPath } from '../parts/entry-path.ts';
import { shareOf } from '../parts/figures-table.tsx';
import { useSend } from '../parts/use-send.ts';
import { call } from '../../../net/call.ts';
import styles from '../parts/center.module.css';

const tones = { answer: 'ok', suggest: 'info', none: 'neutral' } as const;

/** Shows the results of a search, and why each was found; each can be made the entry that the question should find. */
export function FoundEntries({ of, found }: { of: RetrievalTestBody; found: RetrievalTestReply }) {
  const { t, i18n } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [added, setAdded] = useState<string | null>();
  async function handleAdd(entryId: string | null): Promise<void> {
    const body = { question: of.text, before: of.before ?? [], entry_id: entryId };
    const add = (key: string) => call(api, 'POST /admin-api/knowledge/questions', { body, key });
    if (await send.run(body, add)) setAdded(entryId);
  }
  return (
    <Card
      title={t('test.found')}
      aside={<Chip tone={tones[found.band]}>{t(`bands.${found.band}`)}</Chip>}
      footer={
        <Button busy={send.isBusy} disabled={added !== undefined} onClick={() => void handleAdd(null)}>
          {t('test.addStranger')}
        </Button>
      }
    >
      <div className={styles.stack} aria-live="polite">
        <p>
          {t('test.confidence', {
            confidence: shareOf(i18n.language, found.confidence),
            answerAt: shareOf(i18n.language, found.answer_at),
            suggestAt: shareOf(i18n.language, found.suggest_at),
          })}
        </p>
        {found.unpublished !== null && <UnpublishedEntry entry={found.unpublished} />}
        <ul className={styles.list}>
          {found.reasons.map((reason) => (
            <li key={reason}>{t(`test.reasons.${reason}`)}</li>
          ))}
        </ul>
        <p className={styles.quiet}>{t('test.words', { words: found.words.join(', ') || '–' })}</p>
        {added !== undefined && <Banner tone="ok">{t('test.added')}</Banner>}
        {send.problem !== undefined && <Banner tone="danger">{send.problem}</Banner>}
        <ol className={styles.list}>
          {found.hits.map((hit, at) => (
            <HitItem key={hit.id} hit={hit} n={at + 1}>
              <Button
                small
                busy={send.isBusy}
                disabled={added !== undefined}
                onClick={() => void handleAdd(hit.id)}
                aria-label={t('test.addFor', { title: hit.title })}
              >
                {t('test.add')}
              </Button>
            </HitItem>
          ))}
        </ol>
      </div>
    </Card>
  );
}

/** Names an entry that would change the answer if it were published. */
function UnpublishedEntry({ entry: { id, title, effect } }: { entry: NonNullable<RetrievalTestReply['unpublished']> }) {
  const { t } = useTranslation('center');
  return (
    <Banner tone="warn">
      <Link to={entryPath(id)}>{title}</Link> {t(`test.unpublished.${effect}`)}
    </Banner>
  );
}

interface HitItemProps {
  hit: RetrievalTestReply['hits'][number];
  /** Its place, from 1. */
  n: number;
  /** Button for the hit. */
  children: ReactNode;
}

function HitItem({ hit, n, children }: HitItemProps) {
  const { t, i18n } = useTranslation('center');
  return (
    <li className={styles.hit}>
      <p>
        {n}. <Link to={entryPath(hit.id)}>{hit.title}</Link>
      </p>
      <p className={styles.quiet}>
        {hit.category} · {t('test.share', { share: shareOf(i18n.language, hit.share) })}
      </p>
      <details>
        <summary>{t('test.signals')}</summary>
        <dl className={styles.facts}>
          {Object.entries(hit.signals).map(([name, value]) => (
            <SignalRow key={name} name={name} value={value} language={i18n.language} />
          ))}
          <dt>{t('test.sharedWords')}</dt>
          <dd>{hit.shared_words.join(', ') || '–'}</dd>
        </dl>
      </details>
      {children}
    </li>
  );
}

function SignalRow({ name, value, language }: { name: string; value: number; language: string }) {
  const { t } = useTranslation('center');
  return (
    <>
      <dt>{t(`signals.${name}`)}</dt>
      <dd>{new Intl.NumberFormat(language, { maximumFractionDigits: 2, minimumFractionDigits: 2 }).format(value)}</dd>
    </>
  );
}
