import { useTranslation } from 'react-i18next';
import { ReasonField } from './reason-field.tsx';

interface NoteFieldProps {
  note: string;
  onChange: (note: string) => void;
}

/** The note for staff that may go with a step. */
export function NoteField({ note, onChange }: NoteFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <ReasonField
      label={t('orders.noteOptional')}
      hint={t('orders.noteHint')}
      value={note}
      lines={2}
      onChange={onChange}
    />
  );
}
