import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText, isBlank } from '#domain/ground/text.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { SavedView } from './saved-views.ts';

const nameChars = 60;

interface ViewDialogProps {
  /** A saved view, or a new one without a name. */
  view: SavedView;
  onSave: (view: SavedView) => void;
  onClose: () => void;
}

/** Names a view, and says whether the list opens with it. */
export function ViewDialog({ view, onSave, onClose }: ViewDialogProps) {
  const { t } = useTranslation('admin');
  const [name, setName] = useState(view.name);
  const [isDefault, setDefault] = useState(view.isDefault);
  const [isTried, setTried] = useState(false);
  const handleSave = () => {
    setTried(true);
    if (isBlank(name)) return;
    onSave({ ...view, name: name.trim(), isDefault });
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t(view.name === '' ? 'table.view.save' : 'table.view.change', { name: view.name })}
      description={t('table.view.text')}
      action={t('table.view.keep')}
      onAction={handleSave}
    >
      <Field
        label={t('table.view.name')}
        value={name}
        error={isTried && isBlank(name) ? t('table.view.nameMissing') : undefined}
        onChange={(text) => setName(cutText(text, nameChars))}
      />
      <Checkbox label={t('table.view.default')} checked={isDefault} onChange={setDefault} />
    </FormDialog>
  );
}
