import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import FileUp from 'lucide-react/icons/file-up';
import { Button } from '../../../../ui/button.tsx';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })));

/** Name in the address of the import that is open, by its id; `new` before a file was checked. */
const param = 'import';
const noFile = 'new';

/** Opens the dialog to import Q&As. The address says which one is open, so that a reload leads back to it. */
export function ImportButton({ onWritten }: { onWritten: () => void }) {
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
