import { type FormEvent, type ReactNode, useId } from 'react';
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
  onAction?: () => unknown;
  /** In place of `onAction`: the fields are a form, which Enter submits too. */
  onSubmit?: (event: FormEvent) => void;
  /** `danger`: the action deletes, ends or refuses. */
  variant?: 'primary' | 'danger';
  icon?: ReactNode;
  busy?: boolean;
  disabled?: boolean;
  /** Text of the button that closes the dialog; by default "Cancel". */
  cancel?: string;
  /** Fields and notices, one below the other. */
  children?: ReactNode;
  /** Class of the element around the children, for other distances. */
  className?: string | undefined;
}

/** A dialog with one action, and a button to leave without it. */
export function FormDialog({
  open = true,
  action,
  onAction,
  onSubmit,
  variant = 'primary',
  icon,
  busy = false,
  disabled = false,
  cancel,
  children,
  className = styles.form,
  ...dialog
}: FormDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const submits = onSubmit !== undefined;
  return (
    <Dialog
      open={open}
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>{cancel ?? t('common:action.cancel')}</Button>
          <Button
            type={submits ? 'submit' : 'button'}
            form={submits ? id : undefined}
            variant={variant}
            icon={icon}
            busy={busy}
            disabled={disabled}
            onClick={() => void onAction?.()}
          >
            {action}
          </Button>
        </>
      }
    >
      {submits ? (
        <form id={id} className={className} onSubmit={onSubmit} noValidate>
          {children}
        </form>
      ) : (
        children !== undefined && <div className={className}>{children}</div>
      )}
    </Dialog>
  );
}
