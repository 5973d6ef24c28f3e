import { useCallback, useState, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useSearchParams } from 'react-router-dom';
import FileUp from 'lucide-react/icons/file-up';
import { Button } from '../../../ui/button.tsx';
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

/** Heading of the page, and the actions on the knowledge base as a whole. */
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

const ImportDialog = lazy(() =>
  import('./import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

/** Name in the address of the import that is open, by its id; `new` before a file was checked. */
const param = 'import';
const noFile = 'new';

/** Opens the dialog to import Q&As. The address has the id of the open import, so that a reload opens it again. */
function ImportButton({ onWritten }: { onWritten: () => void }) {
  const { t } = useTranslation('admin');
  const [params, setParams] = useSearchParams();
  const open = params.get(param);
  const show = (id: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete(param);
        else next.set(param, id);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <Button icon={<FileUp aria-hidden />} onClick={() => show(noFile)}>
        {t('qnaImport.title')}
      </Button>
      {open !== null && (
        <Suspense fallback={null}>
          <ImportDialog
            initial={open === noFile ? undefined : open}
            onShown={(id) => show(id ?? noFile)}
            onWritten={onWritten}
            onClose={() => show(null)}
          />
        </Suspense>
      )}
    </>
  );
}
