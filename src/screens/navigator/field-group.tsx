import type { ClipboardEventHandler, ReactNode } from 'react';
import styles from './field-group.module.css';

interface FieldGroupProps {
  title?: string;
  /** Accessible name of a group without a title of its own. */
  label?: string;
  note?: ReactNode;
  onPaste?: ClipboardEventHandler;
  children: ReactNode;
}

/** Group of related fields, in as many columns as fit. */
export function FieldGroup({ title, label, note, onPaste, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.group} aria-label={label} onPaste={onPaste}>
      {title !== undefined && <legend>{title}</legend>}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
