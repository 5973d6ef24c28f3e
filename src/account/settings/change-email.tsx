import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { codeFrom } from '../sign-in/account-fields.ts';
import { AccountFields } from '../sign-in/account-form-fields.tsx';
import { AccountNotes } from '../sign-in/account-notes.tsx';
import { useAccountForm } from '../sign-in/use-account-form.ts';
import { forgetPendingAddress, keepPendingAddress, pendingAddressOf } from './pending-address.ts';
import { call } from '../../net/call.ts';
import styles from './settings.module.css';

interface ChangeEmailProps {
  onClose: () => void;
  onChanged: (email: string) => void;
}

const askNames = ['newEmail', 'oldPassword'] as const;
const codeNames = ['code'] as const;

/** Changes the user's e-mail address: first the new one and the password, then the code that was sent to it. */
export function ChangeEmail({ onClose, onChanged }: ChangeEmailProps) {
  const { t } = useTranslation('company');
  const { api, me } = useSession();
  const [sentTo, setSentTo] = useState(() => pendingAddressOf(me.id));
  const asking = useAccountForm(askNames, { newEmail: sentTo ?? '' }, async ({ newEmail = '', oldPassword = '' }) => {
    const to = newEmail.trim();
    await call(api, 'POST /users/me/email', { body: { email: to, password: oldPassword } });
    keepPendingAddress(me.id, to);
    setSentTo(to);
  });
  const entering = useAccountForm(codeNames, {}, async ({ code = '' }) => {
    const body = { email: sentTo ?? '', code: codeFrom(code) };
    const { email } = await call(api, 'POST /users/me/email/confirm', { body });
    forgetPendingAddress();
    onChanged(email);
  });
  const handleAgain = () => {
    forgetPendingAddress();
    entering.set('code', '');
    setSentTo(undefined);
  };
  const isSent = sentTo !== undefined;
  const form = isSent ? entering : asking;
  const [verb, busyVerb] = isSent ? ['email.confirm', 'email.confirming'] : ['email.ask', 'email.asking'];
  return (
    <FormDialog
      className={`${styles.fields} ${styles.below}`}
      onClose={onClose}
      title={t('email.title')}
      description={isSent ? t('email.sent', { email: sentTo }) : t('email.text')}
      action={t(form.isBusy ? busyVerb : verb)}
      onSubmit={form.handleSubmit}
      busy={form.isBusy}
    >
      <AccountNotes failure={form.failure} />
      <AccountFields names={isSent ? codeNames : askNames} form={form} />
      {isSent && (
        <div className={styles.add}>
          <Button variant="ghost" onClick={handleAgain}>
            {t('email.again')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

/** Says how an account without a password gets one, which the change of its address needs as proof. */
export function PasswordNeeded({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation('company');
  const navigate = useNavigate();
  return (
    <FormDialog
      onClose={onClose}
      title={t('email.title')}
      description={t('email.noPassword', { email })}
      action={t('common:nav.logout')}
      onAction={() => void navigate('/logout')}
    />
  );
}
