import { useTranslation } from 'react-i18next';
import { limits } from '#domain/limits.ts';
import { cutText } from '#domain/text.ts';
import { Field } from '../../../ui/field.tsx';

interface NoteFieldProps {
  note: string;
  onChange: (note: string) => void;
}

/** The note for staff that may go with a step. */
export function NoteField({ note, onChange }: NoteFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <Field
      label={t('orders.noteOptional')}
      hint={t('orders.noteHint')}
      value={note}
      lines={2}
      onChange={(text) => onChange(cutText(text, limits.reasonChars))}
    />
  );
}
