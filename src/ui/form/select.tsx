import { useId, type ReactNode } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { FieldNote } from './field.tsx';
import styles from './field.module.css';

interface SelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Label of a first, empty option; without it, one of the options is always selected. */
  placeholder?: string;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
}

/** Labeled native select. */
export function Select({ label, value, onChange, options, placeholder, ...rest }: SelectProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = rest.error !== undefined || rest.hint !== undefined;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </div>
      <div className={`${styles.box} ${styles.select}`} data-invalid={rest.error !== undefined || undefined}>
        <select
          id={id}
          value={value}
          disabled={rest.disabled}
          aria-invalid={rest.error !== undefined || undefined}
          aria-describedby={hasNote ? noteId : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden />
      </div>
      <FieldNote id={noteId} hint={rest.hint} error={rest.error} />
    </div>
  );
}
