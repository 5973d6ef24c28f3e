import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import type { RecordRow, RecordsReply } from '#domain/assistant/wire/records.ts';
import { fates } from '#domain/ground/question-fates.ts';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { displayNameOf } from '../../../i18n/display-name.ts';
import { Moment } from '../../../i18n/moment.tsx';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import { StaffList } from '../../../staff/table/staff-list.tsx';
import type { TableAddress } from '../../../staff/table/table-state.ts';
import { QuestionBefore } from './question-before.tsx';
import { reading } from '../../../net/call.ts';
import styles from './records.module.css';

const exportedRecords = reading('GET /admin-api/records/export');
const questionRecords = reading('GET /admin-api/records');

const languages = ['en', 'ko'];
const topics = ['1', '2', '3', '4'];
const periods = ['1', '7', '30', '90', '365'];

const address: TableAddress = {
  sorted: ['asked_at', 'text', 'confidence', 'asker'],
  sort: '-asked_at',
  filters: {
    fate: (value) => fates.some((fate) => fate === value),
    topic: (value) => topics.includes(value),
    language: (value) => languages.includes(value),
    days: (value) => periods.includes(value),
  },
  page: { view: 'all' },
};

/** All questions and what became of them. */
export function RecordsList() {
  const { t } = useTranslation('admin');
  const columns = useRecordColumns();
  const optionsOf = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`records.${name}.${value}`) }));
  return (
    <StaffList<RecordRow, RecordsReply>
      name="question records"
      label={t('records.view.all')}
      address={address}
      read={questionRecords}
      readAll={exportedRecords}
      searchLabel={t('records.search')}
      filtersOf={() => [
        { name: 'fate', label: t('records.column.fate'), options: optionsOf('fate', fates) },
        { name: 'topic', label: t('records.column.topic'), options: optionsOf('topic', topics) },
        { name: 'language', label: t('records.column.language'), options: optionsOf('language', languages) },
        { name: 'days', label: t('records.column.period'), options: optionsOf('days', periods) },
      ]}
      columns={columns}
      countOf={(count) => t('records.count', { count })}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon={<MessageCircleQuestion />} title={t('records.noRecords')}>
          {t('records.noRecordsText')}
        </EmptyState>
      }
    />
  );
}

function useRecordColumns(): TableColumn<RecordRow>[] {
  const { t } = useTranslation('admin');
  const askerOf = ({ asker }: RecordRow): string => (asker === null ? t('records.guest') : displayNameOf(t, asker));
  return [
    {
      name: 'text',
      label: t('records.column.question'),
      isWide: true,
      isSorted: true,
      cell: ({ id, before, text, comment }) => (
        <div className={styles.examples} dir="auto">
          <span>{text}</span>
          <QuestionBefore id={id} before={before} />
          {comment !== null && <q>{comment}</q>}
        </div>
      ),
      text: ({ understood }) => understood,
    },
    {
      name: 'fate',
      label: t('records.column.fate'),
      cell: ({ fate }) => <Chip tone={fateTones[fate] ?? 'neutral'}>{t(`records.fate.${fate}`)}</Chip>,
      text: ({ fate }) => t(`records.fate.${fate}`),
    },
    {
      name: 'entry',
      label: t('records.column.entry'),
      isWide: true,
      cell: ({ entry, entry_id: id }) =>
        entry === null ? '–' : <Link to={`/admin/knowledges?detail=${id ?? ''}`}>{entry}</Link>,
      text: ({ entry }) => entry,
    },
    {
      name: 'confidence',
      label: t('records.column.confidence'),
      isSorted: true,
      isFigure: true,
      cell: ({ confidence }) => `${Math.round(confidence * 100)} %`,
      text: ({ confidence }) => Math.round(confidence * 100),
    },
    { name: 'asker', label: t('records.column.asker'), isSorted: true, cell: askerOf, text: askerOf },
    {
      name: 'company',
      label: t('records.column.company'),
      text: ({ company }) => company,
    },
    {
      name: 'topic',
      label: t('records.column.topic'),
      text: ({ topic }) => t(`records.topic.${topic}`),
    },
    {
      name: 'asked_at',
      label: t('records.column.asked'),
      isSorted: true,
      cell: ({ asked_at: at }) => <Moment at={at} />,
      text: ({ asked_at: at }) => at,
    },
  ];
}

const fateTones: Partial<Record<RecordRow['fate'], string>> = {
  answered: 'ok',
  chosen: 'ok',
  suggested: 'info',
  none: 'warn',
  disliked: 'danger',
  handed_over: 'info',
};
