import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import Check from 'lucide-react/icons/check';
import SearchCheck from 'lucide-react/icons/search-check';
import type { EmptyCombinationsReply } from '#domain/protocol/empty-combinations.ts';
import { emptyCombinations } from '../../../net/empty-combinations.ts';
import type { Api } from '../../../net/http.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useKeptRemote } from '../../remote/kept-remote.ts';
import { RemoteView } from '../../remote/remote-view.tsx';
import { dateOf, fullTimeOf } from '../../words/times.ts';
import { EntrySheet } from './entry-sheet.tsx';
import styles from '../admin.module.css';

type Row = EmptyCombinationsReply['items'][number];

const kinds = ['chemistry', 'format', 'temperature'];

/** What answers could not offer, most frequent first: an entry, and another chemistry, format or temperature. */
export function EmptyCombinations() {
  const { t } = useTranslation('admin');
  const [params] = useSearchParams();
  const kind = kinds.find((each) => each === params.get('kind'));
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1);
  const read = useCallback((api: Api) => emptyCombinations(api, page, kind), [page, kind]);
  const remote = useKeptRemote(`empty combinations ${kind ?? 'all'} ${page}`, read);
  return (
    <section className={styles.section} aria-labelledby="empty-combinations">
      <h2 id="empty-combinations">{t('gaps.title')}</h2>
      <p className={styles.lead}>{t('gaps.text')}</p>
      <nav className={styles.chips} aria-label={t('gaps.filter')}>
        {[undefined, ...kinds].map((each) => (
          <Link key={each ?? 'all'} to={addressOf(1, each)} aria-current={each === kind ? 'true' : undefined}>
            {each === kind && <Check aria-hidden />}
            {t(`gaps.kinds.${each ?? 'all'}`)}
          </Link>
        ))}
      </nav>
      <RemoteView remote={remote} words="admin">
        {(reply) =>
          reply.items.length === 0 ? (
            <EmptyState icon={<SearchCheck />} title={t('gaps.none')}>
              {t('gaps.noneText')}
            </EmptyState>
          ) : (
            <>
              <GapTable rows={reply.items} />
              <Pages reply={reply} kind={kind} />
            </>
          )
        }
      </RemoteView>
    </section>
  );
}

function addressOf(page: number, kind: string | undefined): string {
  const query = new URLSearchParams({
    ...(kind === undefined ? {} : { kind }),
    ...(page === 1 ? {} : { page: `${page}` }),
  });
  return `/admin/knowledges-center?${query}`;
}

function GapTable({ rows }: { rows: Row[] }) {
  const { t, i18n } = useTranslation('admin');
  const [opened, setOpened] = useState<Row>();
  const isKorean = i18n.resolvedLanguage === 'ko';
  const titleOf = ({ title, title_ko: korean }: Row) => (isKorean ? (korean ?? title) : title);
  return (
    <>
      <table className={styles.rows} data-words>
        <thead>
          <tr>
            <th scope="col">{t('gaps.entry')}</th>
            <th scope="col">{t('gaps.missing')}</th>
            <th scope="col">{t('gaps.times')}</th>
            <th scope="col">{t('gaps.last')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.entry_id} ${row.kind} ${row.option.en}`}>
              <th scope="row">
                <button type="button" className={styles.link} onClick={() => setOpened(row)}>
                  {titleOf(row)}
                </button>
              </th>
              <td data-label={t('gaps.missing')}>
                {isKorean ? row.option.ko : row.option.en} <small>{t(`gaps.kinds.${row.kind}`)}</small>
              </td>
              <td data-label={t('gaps.times')}>{row.times}</td>
              <td data-label={t('gaps.last')} title={fullTimeOf(i18n.language, row.last_at)}>
                {dateOf(i18n.language, row.last_at)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {opened !== undefined && (
        <EntrySheet id={opened.entry_id} title={titleOf(opened)} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

function Pages({ reply, kind }: { reply: EmptyCombinationsReply; kind: string | undefined }) {
  const { t } = useTranslation('admin');
  const { page, limit, total } = reply;
  const pages = Math.ceil(total / limit);
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      {page > 1 && (
        <Link to={addressOf(page - 1, kind)} className={buttonClass} data-small>
          {t('pages.before')}
        </Link>
      )}
      <span>{t('pages.page', { page, pages })}</span>
      {page < pages && (
        <Link to={addressOf(page + 1, kind)} className={buttonClass} data-small>
          {t('pages.after')}
        </Link>
      )}
    </nav>
  );
}
