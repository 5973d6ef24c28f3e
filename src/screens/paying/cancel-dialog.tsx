import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelSubscription } from '../../net/paying.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showNotice } from '../../ui/notice.tsx';
import { useSession } from '../session-context.tsx';

interface CancelDialogProps {
  open: boolean;
  title: string;
  text: string;
  /** What the button that does it says. */
  sure: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks once more, then cancels what waits, or else what runs. */
export function CancelDialog({ open, title, text, sure, onClose, onDone }: CancelDialogProps) {
  const { t } = useTranslation('paying');
  const { api } = useSession();
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  async function handleSure(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      await cancelSubscription(api, key);
      showNotice({ title: t('cancelDialog.done'), tone: 'ok' });
      onClose();
      onDone();
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={text}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancelDialog.keep')}</Button>
          <Button variant="danger" busy={isBusy} onClick={() => void handleSure()}>
            {sure}
          </Button>
        </>
      }
    >
      <output>{hasFailed && <Banner tone="danger">{t('cancelDialog.failed')}</Banner>}</output>
    </Dialog>
  );
}
