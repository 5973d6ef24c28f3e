import { useTranslation } from 'react-i18next';
import { ReasonField } from './reason-field.tsx';

interface NoteFieldProps {
  note: string;
  /** Label that says what to write, where a note is wanted. */
  label?: string | undefined;
  error?: string | undefined;
  onChange: (note: string) => void;
}

/** The note for staff that may go with a step. */
export function NoteField({ note, label, error, onChange }: NoteFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <ReasonField
      label={label ?? t('orders.noteOptional')}
      hint={t('orders.noteHint')}
      value={note}
      lines={2}
      error={error}
      onChange={onChange}
    />
  );
}
