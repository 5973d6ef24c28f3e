import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { settingFields, type SettingField, type SettingValue } from '#domain/assistant/fields.ts';
import { settingOf } from '#domain/assistant/settings.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import type { SettingsForm } from './use-settings-form.ts';

interface SettingInputProps {
  form: SettingsForm;
  name: string;
  label: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  lines?: number;
}

/** One setting: a box for its number, text or lines, or a checkbox. */
export function SettingInput({ form, name, label, hint, placeholder, lines = 1 }: SettingInputProps) {
  const { t, i18n } = useTranslation('center');
  const field = fieldNamed(name);
  const typed = form.typedIn(field);
  const isChanged = form.changed.includes(field);
  const chip = isChanged ? <Chip tone="info">{t('settings.changed')}</Chip> : undefined;
  if (typeof typed === 'boolean') {
    return (
      <Checkbox
        label={
          <>
            {label} {chip}
          </>
        }
        checked={typed}
        disabled={!form.mayWrite}
        onChange={(is) => form.type(field, is)}
      />
    );
  }
  const saved = savedInWords(t, i18n.language, settingOf(form.current.settings, field));
  return (
    <Field
      label={label}
      aside={chip}
      value={typed}
      {...(field.kind === 'number' ? { kind: 'integer', unit: t(`settings.sign.${field.unit}`) } : {})}
      lines={lines}
      {...(placeholder === undefined ? {} : { placeholder })}
      hint={isChanged ? t('settings.savedNow', { saved }) : (hint ?? rangeOf(t, i18n.language, field))}
      error={
        form.wrong.includes(field) ? t(`settings.problem.${field.kind}`, limitsOf(i18n.language, field)) : undefined
      }
      disabled={!form.mayWrite}
      onChange={(text) => form.type(field, text)}
    />
  );
}

function savedInWords(t: TFunction<'center'>, language: string, value: SettingValue): string {
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  const text = typeof value === 'object' ? value.join(' · ') : String(value);
  return text === '' ? t('settings.product') : text;
}

function rangeOf(t: TFunction<'center'>, language: string, field: SettingField): string | undefined {
  return field.kind === 'number' ? t('settings.range', limitsOf(language, field)) : undefined;
}

function limitsOf(language: string, field: SettingField) {
  if (field.kind === 'flag') return {};
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  return {
    most: number(field.most),
    ...(field.kind === 'list' ? { chars: number(field.chars) } : {}),
    ...(field.kind === 'number' ? { standard: number(field.standard) } : {}),
  };
}

/** Returns the row of a field. @throws Error for a name that is not in the table */
function fieldNamed(name: string): SettingField {
  const found = settingFields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`there is no setting ${name}`);
  return found;
}
