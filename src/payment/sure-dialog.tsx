import { useState } from 'react';
import type { Api } from '../net/http.ts';
import { Banner } from '../ui/banner.tsx';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { showNotice } from '../ui/notice/notice.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../session/session-context.tsx';

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
  const { api } = useSession();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { isBusy, problem, run } = useAttempt(() => failed);
  const handleSure = async () => {
    await act(api, key);
    // A later repeat is a new action with a new key.
    setKey(crypto.randomUUID());
    showNotice({ title: done, tone: 'ok' });
    on.onClose();
    on.onDone();
  };
  return (
    <FormDialog
      open={open}
      onClose={on.onClose}
      title={title}
      description={text}
      action={sure}
      onAction={() => run(handleSure)}
      variant={variant}
      busy={isBusy}
      cancel={back}
    >
      <output>{problem !== undefined && <Banner tone="danger">{problem}</Banner>}</output>
    </FormDialog>
  );
}
