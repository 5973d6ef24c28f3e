import { useTranslation } from 'react-i18next';
import BadgeCheck from 'lucide-react/icons/badge-check';
import type { ChecksReply } from '#domain/assistant/wire/records.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import { StaffList } from '../../../staff/table/staff-list.tsx';
import type { TableAddress } from '../../../staff/table/table-state.ts';
import { reading } from '../../../net/call.ts';
import styles from './records.module.css';

const qnaChecks = reading('GET /admin-api/records/checks');

type CheckRow = ChecksReply['items'][number];

const address: TableAddress = { sorted: [], sort: '', filters: {}, page: { view: 'checks' } };

/** Q&As that several users disliked, or whose day of check is past. */
export function ChecksList() {
  const { t } = useTranslation('admin');
  const columns: TableColumn<CheckRow>[] = [
    { name: 'question', label: t('records.column.entry'), isWide: true, cell: ({ question }) => question },
    {
      name: 'dislikes',
      label: t('records.column.dislikes'),
      isFigure: true,
      cell: ({ dislikes }) => dislikes,
    },
    {
      name: 'comments',
      label: t('records.column.comments'),
      isWide: true,
      cell: commentsOf,
    },
    {
      name: 'check_by',
      label: t('records.column.checkBy'),
      cell: ({ check_by: day }) => day ?? '–',
    },
  ];
  return (
    <StaffList<CheckRow, ChecksReply>
      name="qna checks"
      label={t('records.view.checks')}
      address={address}
      read={qnaChecks}
      filtersOf={() => []}
      columns={columns}
      countOf={(count) => t('records.checks', { count })}
      keyOf={({ qna_id: id }) => id}
      pathOf={({ qna_id: id }) => `/admin/knowledges?edit=${id}`}
      empty={
        <EmptyState icon={<BadgeCheck />} title={t('records.noChecks')}>
          {t('records.noChecksText')}
        </EmptyState>
      }
    />
  );
}

function commentsOf({ comments }: CheckRow) {
  if (comments.length === 0) return '–';
  return (
    <span className={styles.examples}>
      {comments.map((comment) => (
        <q key={comment} dir="auto">
          {comment}
        </q>
      ))}
    </span>
  );
}
