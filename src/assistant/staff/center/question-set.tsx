import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import ListChecks from 'lucide-react/icons/list-checks';
import type { QuestionsReply } from '#domain/assistant/wire/retrieval-test.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import { StaffList } from '../../../staff/table/staff-list.tsx';
import type { TableAddress } from '../../../staff/table/table-state.ts';
import { centerPath, entryPath } from '../parts/entry-path.ts';
import { FiguresOverTime } from './figures-over-time.tsx';
import { QuestionFile } from './question-file.tsx';
import { useSend } from '../parts/use-send.ts';
import { call, reading } from '../../../net/call.ts';
import admin from '../../../staff/admin.module.css';

const setQuestions = reading('GET /admin-api/knowledge/questions');

type QuestionRow = QuestionsReply['items'][number];

const sets = ['own', 'starter', 'phone', 'korean', 'follow-ups', 'strangers'];
const address: TableAddress = { sorted: [], sort: '', filters: { set: (value) => sets.includes(value) } };

/** The questions that the assistant is measured with at each sync. */
export function QuestionSet() {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [changes, setChanges] = useState(0);
  const noteChange = () => setChanges((count) => count + 1);
  async function handleRemove({ id }: QuestionRow): Promise<void> {
    const remove = (key: string) => call(api, 'DELETE /admin-api/knowledge/questions/:id', { params: { id }, key });
    if (await send.run({ id }, remove)) noteChange();
  }
  const columns = useColumns((row) => void handleRemove(row), send.isBusy);
  return (
    <section className={admin.section} aria-labelledby="question-set">
      <h2 id="question-set">{t('set.title')}</h2>
      <p className={admin.lead}>
        {t('set.text')} <Link to={`${centerPath}/test`}>{t('set.add')}</Link>
      </p>
      <FiguresOverTime />
      <h3>{t('set.questions')}</h3>
      <QuestionFile onImported={noteChange} />
      <div role="alert">{send.problem !== undefined && <Banner tone="danger">{send.problem}</Banner>}</div>
      <StaffList<QuestionRow, QuestionsReply>
        name="question set"
        label={t('set.title')}
        address={address}
        read={setQuestions}
        stamp={String(changes)}
        searchLabel={t('set.search')}
        filtersOf={() => [
          {
            name: 'set',
            label: t('set.set'),
            options: sets.map((value) => ({ value, label: t(`set.sets.${value}`) })),
          },
        ]}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<ListChecks />} title={t('set.none')}>
            {t('set.noneText')}
          </EmptyState>
        }
      />
    </section>
  );
}

function useColumns(onRemove: (row: QuestionRow) => void, isBusy: boolean): TableColumn<QuestionRow>[] {
  const { t } = useTranslation('center');
  return [
    {
      name: 'question',
      label: t('set.question'),
      cell: ({ question, before }) => (
        <>
          {question} {before.length > 0 && <small>{t('set.after', { question: before.at(-1) })}</small>}
        </>
      ),
    },
    {
      name: 'entry',
      label: t('sync.expected'),
      cell: ({ entry_id: id, entry_title: title }) => {
        if (id === null) return t('sync.noEntry');
        return title === null ? t('set.entryGone') : <Link to={entryPath(id)}>{title}</Link>;
      },
    },
    {
      name: 'set',
      label: t('set.set'),
      cell: ({ set, added_by: who }) => (
        <>
          {t(`set.sets.${set}`)} <small>{who}</small>
        </>
      ),
    },
    {
      name: 'remove',
      label: t('set.action'),
      cell: (row) => (
        <Button small busy={isBusy} onClick={() => onRemove(row)} aria-label={t('set.removeOne', row)}>
          {t('set.remove')}
        </Button>
      ),
    },
  ];
}
