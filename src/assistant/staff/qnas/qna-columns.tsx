import { useTranslation } from 'react-i18next';
import Ban from 'lucide-react/icons/ban';
import Eye from 'lucide-react/icons/eye';
import History from 'lucide-react/icons/history';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { categoryText } from './qna-texts.ts';
import { QnaChips } from './qna-chips.tsx';
import { useResume } from './use-resume.ts';
import styles from './knowledges.module.css';

/** Columns that the specification does not name: users may show them. */
export const moreColumns = ['category', 'status', 'check_by', 'updated_at'];

/** Returns the columns of the list of Q&As. */
export function useQnaColumns(
  onOpen: (dialog: Omit<OpenDialog, 'given'>) => void,
  onDelete: (qna: QnaReply) => void,
  onStop: (qna: QnaReply) => void,
  onWritten: () => void,
): TableColumn<QnaReply>[] {
  const { t } = useTranslation('admin');
  const resume = useResume(onWritten);
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
      cell: ({ urls }) => (
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
      ),
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
      cell: ({ updated_at: at, updated_by: who }) => (
        <>
          <Moment at={at} />
          {who !== null && <small>{who}</small>}
        </>
      ),
    },
    {
      name: 'action',
      label: t('qna.column.action'),
      cell: (qna) => (
        <div className={styles.actions}>
          <IconButton
            small
            label={t('qna.detailOf', { id: qna.id })}
            icon={<Eye aria-hidden />}
            onClick={() => onOpen({ kind: 'detail', id: qna.id })}
          />
          <IconButton
            small
            label={t('qna.editOf', { id: qna.id })}
            icon={<Pencil aria-hidden />}
            onClick={() => onOpen({ kind: 'edit', id: qna.id })}
          />
          <IconButton
            small
            label={t('qna.versionsOf', { id: qna.id })}
            icon={<History aria-hidden />}
            onClick={() => onOpen({ kind: 'versions', id: qna.id })}
          />
          {qna.is_answered && (
            <IconButton
              small
              label={t('qna.stopOf', { id: qna.id })}
              icon={<Ban aria-hidden />}
              onClick={() => onStop(qna)}
            />
          )}
          {qna.is_stopped && (
            <IconButton
              small
              label={t('qna.resumeOf', { id: qna.id })}
              icon={<RotateCcw aria-hidden />}
              onClick={() => void resume(qna.id)}
            />
          )}
          <IconButton
            small
            label={t('qna.deleteOf', { id: qna.id })}
            icon={<Trash2 aria-hidden />}
            onClick={() => onDelete(qna)}
          />
        </div>
      ),
    },
  ];
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return url;
  }
}
