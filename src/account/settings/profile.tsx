import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { phoneFrom } from '#domain/account/contact.ts';
import { languages } from '#domain/ground/languages.ts';
import type { ProfileBody, ProfileReply } from '#domain/spine/wire/own.ts';
import { cleanName } from '#domain/ground/text.ts';
import { whoAmI } from '../../net/auth.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useOnline } from '../../ui/online.ts';
import { Select } from '../../ui/form/select.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { failureText } from '../../shell/remote/failure-text.ts';
import type { Remote } from '../../shell/remote/remote.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { ChangeEmail, PasswordNeeded } from './change-email.tsx';
import { SettingsForm } from './settings-form.tsx';
import { call } from '../../net/call.ts';
import styles from './settings.module.css';

/** The user's own name, phone number, language and e-mail address, which they may change. */
export function Profile({ remote }: { remote: Remote<ProfileReply> }) {
  const { t } = useTranslation('company');
  const refreshMe = useRefreshMe();
  const [isChangingEmail, setChangingEmail] = useState(false);
  const handleClose = () => setChangingEmail(false);
  const handleChanged = (email: string) => {
    handleClose();
    showNotice({ title: t('email.changed', { email }), tone: 'ok' });
    remote.reload();
    // Fails only without a network: the next start of the app reads the user again.
    refreshMe().catch(() => undefined);
  };
  return (
    <RemoteView remote={remote} words="company">
      {(value) => (
        <>
          <ProfileForm saved={value} onSaved={remote.reload} onChangeEmail={() => setChangingEmail(true)} />
          {/* Not in the form, which would be submitted with it. */}
          {isChangingEmail &&
            (value.has_password === false ? (
              <PasswordNeeded email={value.email} onClose={handleClose} />
            ) : (
              <ChangeEmail onClose={handleClose} onChanged={handleChanged} />
            ))}
        </>
      )}
    </RemoteView>
  );
}

/** Returns a function that reads the user from the server again, for all screens. */
function useRefreshMe(): () => Promise<void> {
  const { api } = useSession();
  const auth = useAuth();
  return async () => auth.send({ type: 'auth.refreshed', me: await whoAmI(api) });
}

interface ProfileFormProps {
  saved: ProfileReply;
  onSaved: () => void;
  onChangeEmail: () => void;
}

function ProfileForm({ saved, onSaved, onChangeEmail }: ProfileFormProps) {
  const { t, i18n } = useTranslation('company');
  const { api } = useSession();
  const refreshMe = useRefreshMe();
  const [form, setForm] = useState(() => formOf(saved));
  const [hasAsked, setAsked] = useState(false);
  const { isBusy, problem: failure, run } = useAttempt((error) => failureText(t, error));
  const fieldOf = (name: 'display_name' | 'phone') => ({
    name,
    value: form[name],
    onChange: (text: string) => setForm((before) => ({ ...before, [name]: text })),
  });
  const hasNoName = cleanName(form.display_name) === '';
  const isWrongPhone = form.phone.trim() !== '' && phoneFrom(form.phone) === undefined;

  const save = async () => {
    setForm(formOf(await call(api, 'PUT /users/me/profile', { body: form })));
    showNotice({ title: t('profile.saved'), tone: 'ok' });
    onSaved();
    // The app may have another language on this device: it changes only if the user chose one here.
    if (form.language !== saved.language) await i18n.changeLanguage(form.language);
    await refreshMe();
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!isBusy && !hasNoName && !isWrongPhone) void run(save);
  };
  return (
    <SettingsForm title={t('profile.title')} isBusy={isBusy} failure={failure} onSubmit={handleSubmit}>
      <Field
        label={t('account:field.display_name')}
        {...fieldOf('display_name')}
        autoComplete="name"
        hint={t('profile.nameHint')}
        error={hasAsked && hasNoName ? t('account:problem.required') : undefined}
        required
      />
      <Field
        label={t('account:field.phone')}
        kind="tel"
        {...fieldOf('phone')}
        autoComplete="tel"
        error={hasAsked && isWrongPhone ? t('account:problem.phone') : undefined}
      />
      <Select
        label={t('common:language.label')}
        value={form.language}
        options={languages.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(value) => {
          const chosen = languages.find(({ code }) => code === value);
          if (chosen !== undefined) setForm((before) => ({ ...before, language: chosen.code }));
        }}
        hint={t('profile.languageHint')}
      />
      <Email email={saved.email} onChange={onChangeEmail} />
    </SettingsForm>
  );
}

/** The user's address, and the way to another one. */
function Email({ email, onChange }: { email: string; onChange: () => void }) {
  const { t } = useTranslation('company');
  const online = useOnline();
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('account:field.email')}</dt>
        <dd className={styles.lines}>{email}</dd>
      </dl>
      <div className={styles.add}>
        <Button disabled={!online} onClick={onChange}>
          {t('email.change')}
        </Button>
        {!online && <small>{t('remote.needed')}</small>}
      </div>
    </>
  );
}

/** Returns the form of a profile. A language without a translation counts as English, as in e-mails. */
function formOf({ display_name, phone, language }: ProfileReply): ProfileBody & { phone: string } {
  const known = languages.find(({ code }) => code === language) ?? languages[0];
  return { display_name, phone: phone ?? '', language: known.code };
}
