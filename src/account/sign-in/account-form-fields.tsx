import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/form/field.tsx';
import { fieldRows, type FieldName } from './account-fields.ts';
import type { AccountForm } from './use-account-form.ts';

interface AccountFieldsProps {
  names: readonly FieldName[];
  form: AccountForm;
  /** Hints in the place of the usual ones, which are about the account of the user who types. */
  hints?: Partial<Record<FieldName, string>>;
}

/** The fields of an account form, in order. */
export function AccountFields({ names, form, hints }: AccountFieldsProps) {
  const { t, i18n } = useTranslation('account');
  return names.map((name) => {
    const { kind, autoComplete, required } = fieldRows[name];
    const problem = form.problems[name];
    const hint = hints?.[name] ?? (i18n.exists(`account:hint.${name}`) ? t(`hint.${name}`) : undefined);
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
