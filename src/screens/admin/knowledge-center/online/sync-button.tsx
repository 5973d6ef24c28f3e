import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../../../../ui/button.tsx';
import { SyncDialog } from './sync-dialog.tsx';

/** Opens the dialog of the sync. @param onChanged called when a sync has begun, ended or been taken over */
export function SyncButton({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation('center');
  const [isOpen, setOpen] = useState(false);
  const handleClose = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button icon={<RefreshCw aria-hidden />} onClick={() => setOpen(true)}>
        {t('sync.title')}
      </Button>
      {isOpen && <SyncDialog onClose={handleClose} onChanged={onChanged} />}
    </>
  );
}
