import { useTranslation } from 'react-i18next';
import { TabRow } from '../../../ui/tab-row.tsx';
import admin from '../../../staff/admin.module.css';

/** The pages about what the assistant knows. Their names are in common.json. */
const places = [
  { name: 'knowledges', text: 'title.adminKnowledges', to: '/admin/knowledges' },
  { name: 'records', text: 'title.adminRecords', to: '/admin/records' },
  { name: 'center', text: 'title.adminKnowledgeCenter', to: '/admin/knowledges-center' },
] as const;

/** Row that leads from one of these pages to the others. */
export function KnowledgePlaces({ current }: { current: (typeof places)[number]['name'] }) {
  const { t } = useTranslation(['common', 'admin']);
  const tabs = places.map((place) => ({ ...place, text: t(place.text) }));
  return (
    <div className={admin.places}>
      <TabRow label={t('admin:places')} tabs={tabs} current={current} />
    </div>
  );
}
