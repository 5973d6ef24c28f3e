import { useTranslation } from 'react-i18next';
import Plus from 'lucide-react/icons/plus';
import { Button } from '../../../ui/button.tsx';
import { ImportButton } from './import/import-button.tsx';
import { SettingsButton } from '../knowledge-center/online/settings/settings-button.tsx';
import { SyncButton } from '../knowledge-center/online/sync-button.tsx';
import { KnowledgePlaces } from '../knowledge-places.tsx';
import styles from './knowledges.module.css';

interface KnowledgeToolsProps {
  onAdd: () => void;
  /** Called after Q&As were written. */
  onWritten: () => void;
}

/** Heading of the page, and what can be done with the knowledge base as a whole. */
export function KnowledgeTools({ onAdd, onWritten }: KnowledgeToolsProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <KnowledgePlaces current="knowledges" />
      <div className={styles.head}>
        <h2>{t('qna.title')}</h2>
        <div className={styles.tools}>
          <ImportButton onWritten={onWritten} />
          <SyncButton onChanged={onWritten} />
          <SettingsButton />
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
            {t('qna.add')}
          </Button>
        </div>
      </div>
    </>
  );
}
