import { useState } from 'react';
import * as Radix from '@radix-ui/react-dialog';
import { useTranslation } from 'react-i18next';
import X from 'lucide-react/icons/x';
import { IconButton } from '../button.tsx';
import { isComposing } from '../form/composing.ts';
import styles from './dialog.module.css';
import type { DialogProps } from './dialog-props.ts';

/**
 * Implementation of `Dialog`. It has its own backdrop, because Radix's overlay writes a style element, which the
 * content security policy forbids.
 */
export function LoadedDialog({ open, onClose, title, description, place, footer, children }: DialogProps) {
  const { t } = useTranslation();
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Radix.Portal>
        <div className={styles.backdrop} aria-hidden />
        <Radix.Content
          className={styles.dialog}
          data-place={place ?? 'center'}
          onCloseAutoFocus={(event) => {
            // Radix returns the focus only to its own trigger buttons.
            event.preventDefault();
            const isNowhere = document.activeElement === document.body;
            if (isNowhere && opener instanceof HTMLElement) opener.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (isComposing(event)) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            // A notice lies over the dialog: pressing it does not close the dialog, even if its action has removed it
            // by now.
            const { target } = event;
            if (target instanceof Element && (!target.isConnected || target.closest('[data-notices]') !== null))
              event.preventDefault();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles.head}>
            <Radix.Title>{title}</Radix.Title>
            {onClose !== undefined && (
              <IconButton label={t('common:action.close')} icon={<X aria-hidden />} onClick={onClose} />
            )}
          </header>
          <div className={styles.body}>
            {description !== undefined && (
              <Radix.Description className={styles.description} asChild>
                <div>{description}</div>
              </Radix.Description>
            )}
            {children}
          </div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
