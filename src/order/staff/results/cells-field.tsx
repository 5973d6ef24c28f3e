import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/form/field.tsx';
import type { ReadCells } from './read-cells.ts';

interface CellsFieldProps {
  label: string;
  hint: string;
  text: string;
  read: ReadCells;
  onChange: (text: string) => void;
}

/**
 * Field for cells: numbers, serials, or labels scanned one after the other. A text area, because a scanner ends each
 * label with Enter, which must not send a form.
 */
export function CellsField({ label, hint, text, read, onChange }: CellsFieldProps) {
  const { t } = useTranslation('admin');
  const problem = 'unread' in read ? t('results.unknownCell', { text: read.unread }) : undefined;
  return <Field label={label} hint={hint} value={text} lines={2} error={problem} onChange={onChange} />;
}
