import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pageApi } from '../../../net/page-apis.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonRow } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { useOnline } from '../../../ui/online.ts';
import { mostChars, type ContactField } from './contact-fields.ts';
import { PublicPage } from './public-page.tsx';
import { useContactForm } from './use-contact-form.ts';
import styles from './public-page.module.css';

/** Contact form. */
export function ContactScreen() {
  const { t } = useTranslation('public');
  // With the session, if there is one, so that staff see the account.
  const form = useContactForm(pageApi);
  return (
    <PublicPage name="contact" title={t('contact.title')} lead={t('contact.lead')}>
      {form.state === 'sent' ? <SentNotice form={form} /> : <ContactForm form={form} />}
    </PublicPage>
  );
}

type ContactFormState = ReturnType<typeof useContactForm>;

function ContactForm({ form }: { form: ContactFormState }) {
  const { t } = useTranslation('public');
  const isOnline = useOnline();
  const isSending = form.state === 'sending';
  const shared = (name: ContactField) => {
    const problem = form.problems[name];
    return {
      name,
      label: t(`contact.${name}`),
      value: form.values[name],
      onChange: (value: string) => form.set(name, value),
      error: problem && t(`contact.problem.${problem}`, { max: mostChars[name] }),
    };
  };
  return (
    <form className={styles.form} onSubmit={form.handleSubmit} noValidate>
      <output>
        {!isOnline ? (
          <Banner tone="warn">{t('contact.failure.offline')}</Banner>
        ) : (
          form.failure !== undefined && <Banner tone="danger">{t(`contact.failure.${form.failure}`)}</Banner>
        )}
      </output>
      <Field {...shared('name')} autoComplete="name" required />
      <Field {...shared('email')} kind="email" autoComplete="email" required />
      <Field {...shared('company')} autoComplete="organization" hint={t('contact.companyHint')} />
      <Field {...shared('message')} lines={8} required />
      <Button type="submit" variant="primary" busy={isSending}>
        {t(isSending ? 'contact.busy' : 'contact.submit')}
      </Button>
    </form>
  );
}

function SentNotice({ form }: { form: ContactFormState }) {
  const { t } = useTranslation('public');
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus no longer exists.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.section}>
      <h2 ref={heading} tabIndex={-1}>
        {t('contact.sent.title')}
      </h2>
      <p>{t('contact.sent.text', { email: form.values.email.trim() })}</p>
      <div className={buttonRow}>
        <Button onClick={form.startAgain}>{t('contact.sent.again')}</Button>
      </div>
    </section>
  );
}
