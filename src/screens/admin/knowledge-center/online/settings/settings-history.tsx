import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import HistoryIcon from 'lucide-react/icons/history';
import type { SettingsVersionRow, SettingsVersionsReply } from '#domain/protocol/assistant-settings.ts';
import { settingsVersions } from '../../../../../net/assistant-settings.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Chip } from '../../../../../ui/chip.tsx';
import { EmptyState } from '../../../../../ui/empty-state.tsx';
import { Moment } from '../../../../words/moment.tsx';
import type { TableColumn } from '../../../table/data-table.tsx';
import { StaffList } from '../../../table/staff-list.tsx';
import type { TableAddress } from '../../../table/table-state.ts';
import { ChangeList } from './change-list.tsx';
import { UseAgainDialog } from './use-again-dialog.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import admin from '../../../admin.module.css';

const address: TableAddress = { sorted: [], sort: '', filters: {} };
const noFilters = () => [];

/** All versions of the settings, newest first: who, when, why, and what differs. */
export function SettingsHistory({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('center');
  const [chosen, setChosen] = useState<SettingsVersionRow>();
  const { version } = form.current;
  const columns = useColumns(form.mayWrite ? setChosen : undefined);
  return (
    <section className={admin.section} aria-labelledby="settings-history">
      <h2 id="settings-history">{t('history.title')}</h2>
      <StaffList<SettingsVersionRow, SettingsVersionsReply>
        name="settings versions"
        label={t('history.title')}
        address={address}
        read={settingsVersions}
        stamp={String(version)}
        filtersOf={noFilters}
        columns={columns}
        keyOf={(row) => String(row.version)}
        empty={<EmptyState icon={<HistoryIcon />} title={t('history.none')} />}
      />
      {chosen !== undefined && (
        <UseAgainDialog row={chosen} current={version} onClose={() => setChosen(undefined)} onDone={form.reload} />
      )}
    </section>
  );
}

function useColumns(onAgain: ((row: SettingsVersionRow) => void) | undefined): TableColumn<SettingsVersionRow>[] {
  const { t } = useTranslation('center');
  return [
    {
      name: 'version',
      label: t('history.number'),
      cell: ({ version, is_current: isCurrent }) => (
        <>
          {version} {isCurrent && <Chip tone="ok">{t('history.current')}</Chip>}
        </>
      ),
    },
    {
      name: 'made',
      label: t('settings.savedAt'),
      cell: ({ version, made_at: at, made_by: who }) =>
        at === null || version === 0 ? (
          t('settings.fromProduct')
        ) : (
          <>
            <Moment at={at} /> <small>{who ?? t('history.gone')}</small>
          </>
        ),
    },
    {
      name: 'why',
      label: t('history.why'),
      cell: ({ why, brings_back: back }) => (
        <>
          {why} {back !== null && <small>{t('settings.isAgain', { version: back })}</small>}
        </>
      ),
    },
    {
      name: 'changes',
      label: t('settings.differs'),
      cell: ({ version, changes }) =>
        version === 0 ? '–' : changes.length === 0 ? t('settings.nothing') : <ChangeList changes={changes} />,
    },
    {
      name: 'again',
      label: t('settings.useAgain'),
      cell: (row) =>
        row.is_current || onAgain === undefined ? null : (
          <Button small onClick={() => onAgain(row)}>
            {t('settings.again', { version: row.version })}
          </Button>
        ),
    },
  ];
}
