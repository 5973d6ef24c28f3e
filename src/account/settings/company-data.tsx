import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isEmail, normalEmail } from '#domain/account/contact.ts';
import type { CompanyReply } from '#domain/account/wire/company.ts';
import { problemWithTaxNumber } from '#domain/account/tax-number.ts';
import { Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { failureText } from '../../shell/remote/failure-text.ts';
import { useReply } from '../../shell/remote/remote.ts';
import { useSession } from '../../session/session-context.tsx';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Quotas } from './quotas.tsx';
import { call } from '../../net/call.ts';
import styles from './settings.module.css';

interface CompanyForm {
  company_name: string;
  company_contact_email: string;
  company_address: string;
  company_vat_id: string;
}

/** Form for the company's data, which appears on its invoices and is visible to its members. Below it, its quotas. */
export function CompanyData() {
  const remote = useReply('GET /company_v2');
  const [tries, setTries] = useState(0);
  const reload = () => {
    remote.reload();
    setTries((count) => count + 1);
  };
  return (
    <div className={styles.section}>
      <RemoteView remote={{ ...remote, reload }} words="company">
        {(value) => <DataForm key={value.id} company={value} onSaved={remote.reload} />}
      </RemoteView>
      <Quotas of="company" round={tries} above={remote} />
    </div>
  );
}

function DataForm({ company: saved, onSaved }: { company: CompanyReply; onSaved: () => void }) {
  const { t } = useTranslation('company');
  const { api } = useSession();
  const [form, setForm] = useState<CompanyForm>(() => formOf(saved));
  const [hasAsked, setAsked] = useState(false);
  const { isBusy, problem: failure, run } = useAttempt((error) => failureText(t, error));
  const problems = hasAsked ? problemsOf(form) : {};
  const fieldOf = (name: keyof CompanyForm) => ({
    name,
    value: form[name],
    onChange: (text: string) => setForm((before) => ({ ...before, [name]: text })),
  });

  const save = async () => {
    setForm(formOf(await call(api, 'PUT /company_v2', { body: form })));
    showNotice({ title: t('data.saved'), tone: 'ok' });
    onSaved();
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!isBusy && Object.keys(problemsOf(form)).length === 0) void run(save);
  };
  return (
    <SettingsForm title={t('data.title')} isBusy={isBusy} failure={failure} onSubmit={handleSubmit}>
      <Field
        label={t('data.name')}
        {...fieldOf('company_name')}
        autoComplete="organization"
        error={problems.company_name && t(`account:${problems.company_name}`)}
        required
      />
      <Field
        label={t('data.email')}
        kind="email"
        {...fieldOf('company_contact_email')}
        autoComplete="off"
        error={problems.company_contact_email && t(`account:${problems.company_contact_email}`)}
        hint={t('data.emailHint')}
      />
      <Field label={t('data.address')} {...fieldOf('company_address')} autoComplete="street-address" lines={3} />
      <Field
        label={t('data.taxNumber')}
        {...fieldOf('company_vat_id')}
        autoComplete="off"
        error={problems.company_vat_id && t(`payments:problem.${problems.company_vat_id}`)}
        hint={t('data.taxNumberHint')}
      />
      <dl className={styles.facts}>
        <dt>{t('data.licenses')}</dt>
        <dd>{t('data.licensesUsed', { limit: saved.company_license_limit, used: saved.licenses_used })}</dd>
      </dl>
    </SettingsForm>
  );
}

function formOf(saved: CompanyReply): CompanyForm {
  return {
    company_name: saved.company_name,
    company_contact_email: saved.company_contact_email ?? '',
    company_address: saved.company_address ?? '',
    company_vat_id: saved.company_vat_id ?? '',
  };
}

/** Returns the validation problems by field, as keys of account.json; of the tax number, of payments.json. */
function problemsOf(form: CompanyForm): Partial<CompanyForm> {
  const { company_name: name, company_contact_email: email } = form;
  const taxNumber = problemWithTaxNumber(form.company_vat_id);
  return {
    ...(taxNumber === undefined ? {} : { company_vat_id: taxNumber }),
    ...(name.trim() === '' ? { company_name: 'problem.required' } : {}),
    ...(email.trim() === '' || isEmail(normalEmail(email)) ? {} : { company_contact_email: 'problem.email' }),
  };
}
