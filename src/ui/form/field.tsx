import { useId, type HTMLAttributes, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { isLongHangul } from './hangul.ts';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  value: string;
  /** Called with the text as typed; the caller converts it. */
  onChange: (text: string) => void;
  onBlur?: () => void;
  /** `decimal` and `integer` open the numeric keyboard; the input remains a text input, so nothing typed is lost. */
  kind?: 'text' | 'decimal' | 'integer' | 'email' | 'password' | 'tel' | 'date';
  /** Unit of the value, shown at the end of the input. */
  unit?: string | undefined;
  /** Line below the input: range, format or source of the value. */
  hint?: ReactNode;
  /** Reason why the value is invalid. Replaces the hint; linked by `aria-describedby`. */
  error?: string | undefined;
  /** Reason why the value is unusual, though allowed. Replaces the hint. */
  warning?: string | undefined;
  placeholder?: string;
  autoComplete?: InputHTMLAttributes<HTMLInputElement>['autoComplete'];
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  name?: string;
  /** Number of lines; more than one makes it a text area. */
  lines?: number;
  /** Small element after the label, such as a chip. */
  aside?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

const modes: Record<string, HTMLAttributes<HTMLInputElement>['inputMode']> = {
  decimal: 'decimal',
  integer: 'numeric',
  email: 'email',
  tel: 'tel',
};

/** Labeled input with unit, hint and error. */
export function Field(props: FieldProps) {
  const { label, value, onChange, kind = 'text', unit, lines = 1, inputRef, aside } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const shared = {
    id,
    value,
    onBlur: props.onBlur,
    name: props.name,
    placeholder: props.placeholder,
    autoComplete: props.autoComplete,
    required: props.required,
    disabled: props.disabled,
    readOnly: props.readOnly,
    'aria-invalid': props.error !== undefined || undefined,
    'aria-describedby': noteOf(props) === undefined ? undefined : noteId,
  };
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside}
      </div>
      <div className={styles.box} data-invalid={props.error !== undefined || undefined}>
        {lines > 1 ? (
          <textarea
            {...shared}
            data-hangul={isLongHangul(value) || undefined}
            rows={lines}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...shared}
            ref={inputRef}
            type={kind === 'decimal' || kind === 'integer' ? 'text' : kind}
            inputMode={modes[kind]}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </div>
      <FieldNote id={noteId} {...props} />
    </div>
  );
}

interface NoteProps {
  id?: string;
  hint?: ReactNode;
  error?: string | undefined;
  warning?: string | undefined;
}

function noteOf({ error, warning, hint }: NoteProps): ReactNode {
  return error ?? warning ?? hint;
}

/** Line below a control: its error, else its warning, else its hint. */
export function FieldNote({ id, error, warning, hint }: NoteProps) {
  if (noteOf({ error, warning, hint }) === undefined) return null;
  const tone = error !== undefined ? 'danger' : warning !== undefined ? 'warn' : undefined;
  return (
    <p id={id} className={styles.note} data-tone={tone}>
      {error !== undefined && <CircleAlert aria-hidden />}
      {error === undefined && warning !== undefined && <TriangleAlert aria-hidden />}
      <span>{noteOf({ error, warning, hint })}</span>
    </p>
  );
}
