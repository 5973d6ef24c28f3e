import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../../../ui/button.tsx';
import { ImportButton } from './import/import-button.tsx';
import { SettingsButton } from '../settings/settings-button.tsx';
import { SyncDialog } from '../parts/sync-dialog.tsx';
import { SyncLine } from '../parts/sync-line.tsx';
import { KnowledgePlaces } from '../parts/knowledge-places.tsx';
import styles from './knowledges.module.css';

interface KnowledgeToolsProps {
  onAdd: () => void;
  /** Called after Q&As were written. */
  onWritten: () => void;
}

/** Heading of the page, and what can be done with the knowledge base as a whole. */
export function KnowledgeTools({ onAdd, onWritten }: KnowledgeToolsProps) {
  const { t } = useTranslation(['admin', 'center']);
  const [isSyncing, setSyncing] = useState(false);
  const handleClose = useCallback(() => setSyncing(false), []);
  return (
    <>
      <KnowledgePlaces current="knowledges" />
      <div className={styles.head}>
        <h2>{t('qna.title')}</h2>
        <div className={styles.tools}>
          <ImportButton onWritten={onWritten} />
          <Button icon={<RefreshCw aria-hidden />} onClick={() => setSyncing(true)}>
            {t('center:sync.title')}
          </Button>
          <SettingsButton />
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
            {t('qna.add')}
          </Button>
        </div>
      </div>
      <SyncLine isOpen={isSyncing} onOpen={() => setSyncing(true)} onEnded={onWritten} />
      {isSyncing && <SyncDialog onClose={handleClose} onChanged={onWritten} />}
    </>
  );
}
