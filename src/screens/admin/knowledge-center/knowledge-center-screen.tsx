import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { EmptyCombinations } from './empty-combinations.tsx';
import { Documents } from './online/documents.tsx';
import styles from '../admin.module.css';

/** The knowledge center: what the knowledge base lacks, and what is still to come. */
export function KnowledgeCenterScreen() {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.page}>
      <EmptyCombinations />
      <Documents />
      <Card title={t('common:later.title')}>{t('common:later.adminKnowledgeCenter')}</Card>
    </div>
  );
}
