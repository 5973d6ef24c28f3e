import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import styles from './form-dialog.module.css';

interface FormDialogProps extends Omit<DialogProps, 'open' | 'footer'> {
  /** True by default. */
  open?: boolean;
  onClose: () => void;
  /** Text of the button that does what the dialog asks about. */
  action: string;
  onAction: () => unknown;
  /** `danger`: the action deletes, ends or refuses. */
  variant?: 'primary' | 'danger';
  icon?: ReactNode;
  busy?: boolean;
  disabled?: boolean;
  /** Text of the button that closes the dialog; by default "Cancel". */
  cancel?: string;
  /** Fields and notices, one below the other. */
  children?: ReactNode;
}

/** A dialog with one action, and a button to leave without it. */
export function FormDialog({
  open = true,
  action,
  onAction,
  variant = 'primary',
  icon,
  busy = false,
  disabled = false,
  cancel,
  children,
  ...dialog
}: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>{cancel ?? t('common:action.cancel')}</Button>
          <Button variant={variant} icon={icon} busy={busy} disabled={disabled} onClick={() => void onAction()}>
            {action}
          </Button>
        </>
      }
    >
      {children !== undefined && <div className={styles.form}>{children}</div>}
    </Dialog>
  );
}
