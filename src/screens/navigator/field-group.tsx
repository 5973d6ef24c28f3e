import type { ReactNode } from 'react';
import styles from './field-group.module.css';

/** Fields that belong together, in as many columns as there is room for. */
export function FieldGroup({ title, note, children }: { title?: string; note?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      {title !== undefined && <legend>{title}</legend>}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
