import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

interface BulkFrameProps {
  title: string;
  description?: string;
  /** Text of the button that changes the orders. */
  action: string;
  variant?: 'primary' | 'danger';
  disabled: boolean;
  /** Whether they are changed: what became of each is shown, and the dialog can only be closed. */
  isDone: boolean;
  onYes: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog that changes several orders, around what it shows of them. */
export function BulkFrame({
  action,
  variant = 'primary',
  disabled,
  isDone,
  onYes,
  children,
  ...dialog
}: BulkFrameProps) {
  const { t } = useTranslation('admin');
  return (
    <Dialog
      open
      place="side"
      {...dialog}
      footer={
        isDone ? (
          <Button variant="primary" onClick={dialog.onClose}>
            {t('common:action.close')}
          </Button>
        ) : (
          <>
            <Button onClick={dialog.onClose}>{t('common:action.cancel')}</Button>
            <Button variant={variant} disabled={disabled} onClick={() => void onYes()}>
              {action}
            </Button>
          </>
        )
      }
    >
      {children}
    </Dialog>
  );
}
