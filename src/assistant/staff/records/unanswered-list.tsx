import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import SearchCheck from 'lucide-react/icons/search-check';
import type { GroupRow, GroupsReply } from '#domain/assistant/wire/records.ts';
import { groupStates } from '#domain/ground/question-fates.ts';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { dateOf, fullTimeOf } from '../../../i18n/times.ts';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import { StaffList } from '../../../staff/table/staff-list.tsx';
import type { TableAddress } from '../../../staff/table/table-state.ts';
import { UnansweredSheet } from './unanswered-sheet.tsx';
import { reading } from '../../../net/call.ts';
import styles from './records.module.css';

const exportedGroups = reading('GET /admin-api/records/groups/export');
const questionGroups = reading('GET /admin-api/records/groups');

const address: TableAddress = {
  sorted: ['questions', 'askers', 'last_at', 'entry'],
  sort: '-questions',
  filters: { state: (value) => groupStates.some((state) => state === value) },
};

/** Questions that found no good answer, by the nearest entry: those with most questions first. */
export function UnansweredList() {
  const { t } = useTranslation('admin');
  const [params, setParams] = useSearchParams();
  const [changes, setChanges] = useState(0);
  const columns = useGroupColumns();
  const opened = params.get('group');
  return (
    <>
      <StaffList<GroupRow, GroupsReply>
        name="question groups"
        label={t('records.view.groups')}
        address={address}
        read={questionGroups}
        readAll={exportedGroups}
        stamp={String(changes)}
        searchLabel={t('records.searchGroups')}
        filtersOf={() => [
          {
            name: 'state',
            label: t('records.column.state'),
            options: groupStates.map((value) => ({ value, label: t(`records.state.${value}`) })),
          },
        ]}
        columns={columns}
        countOf={(count) => t('records.groups', { count })}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `?${withGroup(params, id)}`}
        empty={
          <EmptyState icon={<SearchCheck />} title={t('records.noGroups')}>
            {t('records.noGroupsText')}
          </EmptyState>
        }
      />
      {opened !== null && (
        <UnansweredSheet
          key={opened}
          id={opened}
          onClose={() => setParams((now) => withGroup(now, null), { replace: true })}
          onChanged={() => setChanges((count) => count + 1)}
        />
      )}
    </>
  );
}

function withGroup(params: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete('group');
  else next.set('group', id);
  return next;
}

function useGroupColumns(): TableColumn<GroupRow>[] {
  const { t, i18n } = useTranslation('admin');
  return [
    {
      name: 'examples',
      label: t('records.column.examples'),
      isWide: true,
      cell: ({ examples }) => (
        <span className={styles.examples}>
          {examples.map((text) => (
            <span key={text} dir="auto">
              {text}
            </span>
          ))}
        </span>
      ),
      text: ({ examples }) => examples[0] ?? '',
    },
    {
      name: 'questions',
      label: t('records.column.questions'),
      isSorted: true,
      isFigure: true,
      text: ({ questions }) => questions,
    },
    {
      name: 'askers',
      label: t('records.column.askers'),
      isSorted: true,
      isFigure: true,
      text: ({ askers }) => askers,
    },
    {
      name: 'last_at',
      label: t('records.column.last'),
      isSorted: true,
      cell: ({ last_at: at }) => <time title={fullTimeOf(i18n.language, at)}>{dateOf(i18n.language, at)}</time>,
      text: ({ last_at: at }) => at,
    },
    {
      name: 'entry',
      label: t('records.column.nearest'),
      isSorted: true,
      isWide: true,
      text: ({ entry }) => entry,
    },
    {
      name: 'state',
      label: t('records.column.state'),
      cell: ({ state }) => <Chip tone={stateTones[state]}>{t(`records.state.${state}`)}</Chip>,
      text: ({ state }) => t(`records.state.${state}`),
    },
  ];
}

const stateTones = { open: 'warn', settled: 'ok', dismissed: 'neutral' };
