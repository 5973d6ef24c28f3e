import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Card } from '../../../ui/card.tsx';
import { FinderSection } from '../finder/finder-section.tsx';
import { TreeScreen } from '../finder/tree-screen.tsx';
import { EmptyCombinations } from './empty-combinations.tsx';
import styles from '../admin.module.css';

/** The knowledge center: the failure finder, what the knowledge base lacks, and what is still to come. */
export function KnowledgeCenterScreen() {
  const { t } = useTranslation('admin');
  const [params] = useSearchParams();
  const treeId = params.get('tree');
  return (
    <div className={styles.page}>
      {treeId === null ? (
        <>
          <FinderSection />
          <EmptyCombinations />
          <Card title={t('common:later.title')}>{t('common:later.adminKnowledgeCenter')}</Card>
        </>
      ) : (
        <TreeScreen key={treeId} id={treeId} />
      )}
    </div>
  );
}
