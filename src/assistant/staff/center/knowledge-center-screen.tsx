import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { TabRow } from '../../../ui/tab-row.tsx';
import { KnowledgePlaces } from '../parts/knowledge-places.tsx';
import { centerPath } from '../parts/entry-path.ts';
import { SyncDialog } from '../parts/sync-dialog.tsx';
import { SyncLine } from '../parts/sync-line.tsx';
import { centerTabs } from './tabs.ts';
import admin from '../../../staff/admin.module.css';

/** Knowledge center: how the knowledge base is sorted, how it becomes what the assistant answers from, and how well. */
export function KnowledgeCenterScreen() {
  const { t } = useTranslation('center');
  const { tab = '' } = useParams();
  const [isSyncing, setSyncing] = useState(false);
  const handleClose = useCallback(() => setSyncing(false), []);
  // An address of a later version shows the first tab.
  const { name, Content } = centerTabs.find(({ path }) => path === tab) ?? firstTab;
  const tabs = centerTabs.map(({ name: each, path }) => ({
    name: each,
    text: t(`tabs.${each}`),
    to: path === '' ? centerPath : `${centerPath}/${path}`,
  }));
  return (
    <div className={admin.page}>
      <KnowledgePlaces current="center" />
      <TabRow label={t('tabs.label')} tabs={tabs} current={name} />
      {/* The tab of the sync shows all of that itself. */}
      {name !== 'sync' && <SyncLine isOpen={isSyncing} onOpen={() => setSyncing(true)} />}
      <Content />
      {isSyncing && <SyncDialog onClose={handleClose} />}
    </div>
  );
}

const [firstTab] = centerTabs as [(typeof centerTabs)[number]];
