import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { Moment } from '../../../i18n/moment.tsx';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import { categoryText } from './qna-texts.ts';
import { QnaChips } from './qna-chips.tsx';
import styles from './knowledges.module.css';

/** Columns that the specification does not name: users may show them. */
export const moreColumns = ['category', 'status', 'check_by', 'updated_at'];

/** Returns the columns of the list of Q&As. @param actions returns the buttons of a Q&A */
export function useQnaColumns(actions: (qna: QnaReply) => ReactNode): TableColumn<QnaReply>[] {
  const { t } = useTranslation('admin');
  return [
    { name: 'id', label: t('qna.column.id'), isSorted: true, text: ({ id }) => id },
    {
      name: 'question',
      label: t('qna.column.question'),
      isSorted: true,
      isWide: true,
      cell: (qna) => (
        <div className={styles.question}>
          <span dir="auto">{qna.question}</span>
          <QnaChips qna={qna} />
        </div>
      ),
    },
    {
      name: 'answer',
      label: t('qna.column.answer'),
      isWide: true,
      cell: ({ answer }) => (
        <span className={styles.clamped} dir="auto">
          {answer}
        </span>
      ),
    },
    {
      name: 'keyword',
      label: t('qna.column.keyword'),
      cell: ({ keyword }) => <span className={styles.clamped}>{keyword}</span>,
    },
    {
      name: 'urls',
      label: t('qna.column.urls'),
      isWide: true,
      cell: ({ urls }) => <Urls urls={urls} />,
    },
    { name: 'category', label: t('qna.column.category'), isSorted: true, isWide: true, cell: categoryText },
    {
      name: 'status',
      label: t('qna.column.status'),
      isSorted: true,
      cell: ({ status }) => t(`qna.status.${status}`),
    },
    { name: 'check_by', label: t('qna.column.checkBy'), isSorted: true, cell: ({ check_by: day }) => day },
    {
      name: 'updated_at',
      label: t('qna.column.updated'),
      isSorted: true,
      cell: (qna) => <UpdateTime qna={qna} />,
    },
    {
      name: 'action',
      label: t('qna.column.action'),
      cell: actions,
    },
  ];
}

/** The first links of an answer, and how many there are besides. */
function Urls({ urls }: { urls: readonly string[] }) {
  const { t } = useTranslation('admin');
  return (
    <ul className={styles.urls}>
      {urls.slice(0, 2).map((url) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" title={url}>
            {hostOf(url)}
          </a>
        </li>
      ))}
      {urls.length > 2 && <li>{t('qna.moreUrls', { count: urls.length - 2 })}</li>}
    </ul>
  );
}

/** Shows when a Q&A was changed last, and by whom. */
function UpdateTime({ qna: { updated_at: at, updated_by: who } }: { qna: QnaReply }) {
  return (
    <>
      <Moment at={at} />
      {who !== null && <small>{who}</small>}
    </>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return url;
  }
}
