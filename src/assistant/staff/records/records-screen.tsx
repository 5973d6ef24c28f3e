import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { TabRow } from '../../../ui/tab-row.tsx';
import { KnowledgePlaces } from '../parts/knowledge-places.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { ChecksList } from './checks-list.tsx';
import { MissingList } from './missing-list.tsx';
import { RecordsList } from './records-list.tsx';
import { UnansweredList } from './unanswered-list.tsx';
import styles from './records.module.css';

const views = ['groups', 'missing', 'all', 'checks'] as const;

/**
 * `/admin/records`: what people asked and did not find, what answers could not offer, all questions, and Q&As
 * that ask for a check.
 */
export function RecordsScreen() {
  const { t } = useTranslation('admin');
  const [params, setParams] = useSearchParams();
  const view = views.find((name) => name === params.get('view')) ?? 'groups';
  const tabs = views.map((name) => ({
    name,
    text: t(`records.view.${name}`),
    to: name === 'groups' ? '?' : `?view=${name}`,
  }));
  const approved = params.get('approve');
  const handleClose = () =>
    setParams(
      (now) => {
        now.delete('approve');
        return now;
      },
      { replace: true },
    );
  return (
    <div className={styles.page}>
      <KnowledgePlaces current="records" />
      <TabRow label={t('records.views')} tabs={tabs} current={view} />
      <p className={styles.lead}>{t(`records.lead.${view}`)}</p>
      {view === 'groups' && <UnansweredList />}
      {view === 'missing' && <MissingList />}
      {view === 'all' && <RecordsList />}
      {view === 'checks' && <ChecksList />}
      {approved !== null && <ApproveDialog key={approved} messageId={approved} onClose={handleClose} />}
    </div>
  );
}
