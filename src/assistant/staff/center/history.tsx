import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import HistoryIcon from 'lucide-react/icons/history';
import type { HistoryReply, HistoryRow } from '#domain/assistant/wire/synchronizes.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import { StaffList } from '../../../staff/table/staff-list.tsx';
import type { TableAddress } from '../../../staff/table/table-state.ts';
import { shareOf } from '../parts/figures-table.tsx';
import { reading, call } from '../../../net/call.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { dateOf } from '../../../i18n/times.ts';
import { useSend } from '../parts/use-send.ts';
import admin from '../../../staff/admin.module.css';

const syncHistory = reading('GET /qnas/synchronizes/history');

const address: TableAddress = { sorted: [], sort: '', filters: {} };
const noFilters = () => [];

/** Versions of the knowledge that the assistant answers from, newest first, with their figures. */
export function History({ stamp, onRolledBack }: { stamp: string; onRolledBack: () => void }) {
  const { t } = useTranslation('center');
  const [chosen, setChosen] = useState<{ row: HistoryRow; current: number }>();
  const columns = useColumns((row) => setChosen({ row, current: Number(stamp.split(' ')[0]) }));
  return (
    <section className={admin.section} aria-labelledby="sync-history">
      <h2 id="sync-history">{t('history.title')}</h2>
      <p className={admin.lead}>{t('history.text')}</p>
      <StaffList<HistoryRow, HistoryReply>
        name="index versions"
        label={t('history.title')}
        address={address}
        read={syncHistory}
        stamp={stamp}
        filtersOf={noFilters}
        columns={columns}
        keyOf={({ number }) => String(number)}
        empty={
          <EmptyState icon={<HistoryIcon />} title={t('history.none')}>
            {t('history.noneText')}
          </EmptyState>
        }
      />
      {chosen !== undefined && (
        <RollbackDialog
          row={chosen.row}
          current={chosen.current}
          onClose={() => setChosen(undefined)}
          onDone={onRolledBack}
        />
      )}
    </section>
  );
}

function useColumns(onRollBack: (row: HistoryRow) => void): TableColumn<HistoryRow>[] {
  const { t, i18n } = useTranslation('center');
  const share = (row: HistoryRow, name: 'recall1' | 'mrr' | 'answered_right' | 'strangers_answered') =>
    row.figures === null ? '–' : shareOf(i18n.language, row.figures.after[name]);
  return [
    {
      name: 'number',
      label: t('history.number'),
      cell: ({ number, is_current: isCurrent }) => (
        <>
          {number} {isCurrent && <Chip tone="ok">{t('history.current')}</Chip>}
        </>
      ),
    },
    {
      name: 'made',
      label: t('history.made'),
      cell: ({ made_at: at, made_by: who, why }) => (
        <>
          <Moment at={at} /> <small>{why === 'found' ? '' : (who ?? t('history.gone'))}</small>
        </>
      ),
    },
    {
      name: 'why',
      label: t('history.why'),
      cell: ({ why, brings_back: back, note }) => (
        <>
          {t(`history.whys.${why}`, { number: back })} <small>{note}</small>
        </>
      ),
    },
    {
      name: 'changes',
      label: t('history.changes'),
      cell: ({ changes: { created, changed, deleted } }) => t('history.counts', { created, changed, deleted }),
    },
    { name: 'recall1', label: t('figures.recall1'), isFigure: true, cell: (row) => share(row, 'recall1') },
    { name: 'right', label: t('figures.answered_right'), isFigure: true, cell: (row) => share(row, 'answered_right') },
    {
      name: 'strangers',
      label: t('figures.strangers_answered'),
      isFigure: true,
      cell: (row) => share(row, 'strangers_answered'),
    },
    {
      name: 'rollback',
      label: t('history.action'),
      cell: (row) =>
        row.is_kept && !row.is_current ? (
          <Button small onClick={() => onRollBack(row)}>
            {t('history.rollBack', { number: row.number })}
          </Button>
        ) : null,
    },
  ];
}

interface RollbackDialogProps {
  row: HistoryRow;
  /** The version that the administrator sees as the present one. */
  current: number;
  onClose: () => void;
  onDone: () => void;
}

/** Asks, with a reason, before an earlier version is brought back. */
function RollbackDialog({ row: { number, made_at: madeAt }, current, onClose, onDone }: RollbackDialogProps) {
  const { t, i18n } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const note = typed.trim();
  async function handleSure(): Promise<void> {
    if (note === '') return setMissing(true);
    const body = { version: number, replaces: current, note };
    if (!(await send.run(body, (key) => call(api, 'POST /qnas/synchronizes/rollback', { body, key })))) return;
    showNotice({ title: t('history.rolledBack', { number }), tone: 'ok' });
    onDone();
    onClose();
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('history.sure', { number })}
      description={<p>{t('history.sureText', { date: dateOf(i18n.language, madeAt) })}</p>}
      action={t('history.rollBack', { number })}
      onAction={handleSure}
      busy={send.isBusy}
    >
      <Field
        label={t('history.reason')}
        value={typed}
        onChange={setTyped}
        lines={2}
        required
        error={isMissing && note === '' ? t('history.reasonMissing') : undefined}
      />
      <div role="alert">{send.problem !== undefined && <Banner tone="danger">{send.problem}</Banner>}</div>
    </FormDialog>
  );
}
