import type { ReactNode } from 'react';
import styles from './field-group.module.css';

/** Group of related fields, in as many columns as fit. */
export function FieldGroup({ title, note, children }: { title?: string; note?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      {title !== undefined && <legend>{title}</legend>}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
