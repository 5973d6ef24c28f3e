import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import { fieldRows, type FieldName } from './account-fields.ts';
import type { AccountForm } from './use-account-form.ts';

/** The fields of an account form, in order. */
export function AccountFields({ names, form }: { names: readonly FieldName[]; form: AccountForm }) {
  const { t, i18n } = useTranslation('account');
  return names.map((name) => {
    const { kind, autoComplete, required } = fieldRows[name];
    const problem = form.problems[name];
    const hint = i18n.exists(`account:hint.${name}`) ? t(`hint.${name}`) : undefined;
    return (
      <Field
        key={name}
        label={t(`field.${name}`)}
        name={name}
        kind={kind}
        autoComplete={autoComplete}
        required={required}
        value={form.values[name] ?? ''}
        onChange={(value) => form.set(name, value)}
        error={problem && t(problem)}
        hint={hint}
      />
    );
  });
}
