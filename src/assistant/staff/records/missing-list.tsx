import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import SearchCheck from 'lucide-react/icons/search-check';
import { useLiveQuery } from 'dexie-react-hooks';
import type { EmptyCombinationsReply } from '#domain/assistant/wire/empty-combinations.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { dateOf, fullTimeOf } from '../../../i18n/times.ts';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import { StaffList } from '../../../staff/table/staff-list.tsx';
import type { TableAddress } from '../../../staff/table/table-state.ts';
import { reading } from '../../../net/call.ts';
import { textsIn } from '#domain/ground/knowledge.ts';
import { savedEntryOf } from '../../knowledge/saved-knowledge.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { AnswerText } from '../../../chat/text/answer-text.tsx';
import styles from '../../../staff/admin.module.css';

const emptyCombinations = reading('GET /admin-api/empty_combinations');

type MissingRow = EmptyCombinationsReply['items'][number];

const kinds = ['chemistry', 'format', 'temperature'];

const address: TableAddress = {
  sorted: [],
  sort: '',
  filters: { kind: (value) => kinds.includes(value) },
  page: { view: 'missing' },
};

/** Shows what answers could not offer, most frequent first: an entry, or another chemistry, format or temperature. */
export function MissingList() {
  const { t, i18n } = useTranslation('admin');
  const [opened, setOpened] = useState<MissingRow>();
  const columns = useColumns(setOpened);
  return (
    <>
      <StaffList<MissingRow, EmptyCombinationsReply>
        name="empty combinations"
        label={t('records.view.missing')}
        address={address}
        read={emptyCombinations}
        filtersOf={() => [
          {
            name: 'kind',
            label: t('gaps.filter'),
            options: kinds.map((value) => ({ value, label: t(`gaps.kinds.${value}`) })),
          },
        ]}
        columns={columns}
        keyOf={({ entry_id: id, kind, option }) => `${id} ${kind} ${option.en}`}
        empty={
          <EmptyState icon={<SearchCheck />} title={t('gaps.none')}>
            {t('gaps.noneText')}
          </EmptyState>
        }
      />
      {opened !== undefined && (
        <EntrySheet
          id={opened.entry_id}
          title={titleOf(opened, i18n.resolvedLanguage)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function useColumns(onOpen: (row: MissingRow) => void): TableColumn<MissingRow>[] {
  const { t, i18n } = useTranslation('admin');
  return [
    {
      name: 'entry',
      label: t('gaps.entry'),
      cell: (row) => (
        <button type="button" className={styles.link} onClick={() => onOpen(row)}>
          {titleOf(row, i18n.resolvedLanguage)}
        </button>
      ),
    },
    {
      name: 'missing',
      label: t('gaps.missing'),
      cell: ({ option, kind }) => (
        <>
          {i18n.resolvedLanguage === 'ko' ? option.ko : option.en} <small>{t(`gaps.kinds.${kind}`)}</small>
        </>
      ),
    },
    { name: 'times', label: t('gaps.times'), isFigure: true, cell: ({ times }) => times },
    {
      name: 'last',
      label: t('gaps.last'),
      cell: ({ last_at: at }) => <time title={fullTimeOf(i18n.language, at)}>{dateOf(i18n.language, at)}</time>,
    },
  ];
}

function titleOf({ title, title_ko: korean }: MissingRow, language: string | undefined): string {
  return language === 'ko' ? (korean ?? title) : title;
}

/** The answer of an entry of the knowledge base, as stored on this device. */
function EntrySheet({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { t, i18n } = useTranslation('admin');
  const { db } = useSession();
  // `null`: read, and not on this device.
  const saved = useLiveQuery(async () => (await savedEntryOf(db, id)) ?? null, [db, id]);
  return (
    <Dialog open onClose={onClose} title={title} place="side">
      {saved === undefined && <Skeleton label={t('common:state.loading')} lines={3} shape="row" />}
      {saved === null && <p>{t('gaps.notHere')}</p>}
      {saved && <AnswerText content={textsIn(saved.entry, i18n.resolvedLanguage === 'ko').answer} />}
    </Dialog>
  );
}
