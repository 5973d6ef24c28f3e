import { useTranslation } from 'react-i18next';
import { settingFields, type SettingField } from '#domain/assistant/fields.ts';
import { settingOf } from '#domain/assistant/settings.ts';
import { Checkbox } from '../../../../../ui/checkbox.tsx';
import { Chip } from '../../../../../ui/chip.tsx';
import { Field } from '../../../../../ui/field.tsx';
import { limitInWords, nameOfSetting, problemInWords } from './setting-words.ts';
import type { SettingsForm } from './use-settings-form.ts';

interface SettingInputProps {
  form: SettingsForm;
  name: string;
  /** Label, where the name is too long. */
  label?: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  lines?: number;
}

/** One setting: a box for its number, text or lines, or a checkbox. */
export function SettingInput({ form, name, label, hint, placeholder, lines = 1 }: SettingInputProps) {
  const { t, i18n } = useTranslation('center');
  const field = fieldNamed(name);
  const typed = form.typedIn(field);
  const title = label ?? nameOfSetting(t, name);
  const isChanged = form.changes.some((change) => change.name === name);
  const chip = isChanged ? <Chip tone="info">{t('settings.changed')}</Chip> : undefined;
  if (typeof typed === 'boolean') {
    return (
      <Checkbox
        label={
          <>
            {title} {chip}
          </>
        }
        checked={typed}
        disabled={!form.mayWrite}
        onChange={(is) => form.type(field, is)}
      />
    );
  }
  const isNumber = field.kind === 'number';
  const now = isNumber
    ? t('settings.range', {
        least: limitInWords(i18n.language, field, field.least),
        most: limitInWords(i18n.language, field, field.most),
        standard: limitInWords(i18n.language, field, field.standard),
      })
    : undefined;
  return (
    <Field
      label={title}
      aside={chip}
      value={String(typed)}
      kind={isNumber ? (field.unit === 'share' ? 'decimal' : 'integer') : 'text'}
      unit={isNumber ? t(`settings.sign.${field.unit}`) : undefined}
      lines={lines}
      {...(placeholder === undefined ? {} : { placeholder })}
      hint={[hint, now].filter((each) => each !== undefined).join(' ') || undefined}
      error={problemInWords(t, i18n.language, field, settingOf(form.settings, field), form.problems)}
      disabled={!form.mayWrite}
      onChange={(text) => form.type(field, text)}
    />
  );
}

/** Returns the row of a field. @throws Error for a name that is not in the table */
export function fieldNamed(name: string): SettingField {
  const found = settingFields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`there is no setting ${name}`);
  return found;
}
