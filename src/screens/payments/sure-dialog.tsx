import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Api } from '../../net/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showNotice } from '../../ui/notice.tsx';
import { useSession } from '../../session/session-context.tsx';

interface SureDialogProps {
  open: boolean;
  title: string;
  text: string;
  /** Labels of the confirming and the canceling button. */
  sure: string;
  back: string;
  variant: 'primary' | 'danger';
  /** Texts after success and failure. */
  done: string;
  failed: string;
  /** @param key idempotency key: a retry after a lost reply has no second effect */
  act: (api: Api, key: string) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for confirmation, then acts. */
export function SureDialog({ open, title, text, sure, back, variant, done, failed, act, ...on }: SureDialogProps) {
  const { t } = useTranslation('payments');
  const { api } = useSession();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  async function handleSure(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      await act(api, key);
      // A later repeat is a new action with a new key.
      setKey(crypto.randomUUID());
      showNotice({ title: done, tone: 'ok' });
      on.onClose();
      on.onDone();
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onClose={on.onClose}
      title={title}
      description={text}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={on.onClose}>{back}</Button>
          <Button variant={variant} busy={isBusy} onClick={() => void handleSure()}>
            {sure}
          </Button>
        </>
      }
    >
      <output>{hasFailed && <Banner tone="danger">{failed}</Banner>}</output>
    </Dialog>
  );
}
