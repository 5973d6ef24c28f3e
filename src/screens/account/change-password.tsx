import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useSelector } from '@xstate/react';
import { confirmPassword } from '../../net/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { announce } from '../notices.ts';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { useAuth } from './auth-context.tsx';
import { guestApi } from './guest-api.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { useAccountForm } from './use-account-form.ts';

const names = ['email', 'code', 'newPassword', 'repeated'] as const;

/** 'Change Password': the new password a sign-in has asked for, or the code from the mail and a new password. */
export function ChangePasswordScreen() {
  const auth = useAuth();
  const challenge = useSelector(auth, (snapshot) => snapshot.context.challenge);
  const { state }: { state: unknown } = useLocation();
  const asked = (state as { newPasswordRequired?: true } | null)?.newPasswordRequired === true;
  return asked && challenge !== null ? <NewPasswordForm challenge={challenge} /> : <CodeForm email={emailIn(state)} />;
}

function CodeForm({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useAccountForm(names, { email }, async (values) => {
    await confirmPassword(guestApi, {
      email: values.email?.trim() ?? '',
      confirmationCode: values.code?.trim() ?? '',
      newPassword: values.newPassword ?? '',
    });
    announce(t, 'passwordChanged');
    await navigate('/login');
  });
  return (
    <AccountFrame
      title={t('change.title')}
      onSubmit={form.handleSubmit}
      footer={
        <>
          <Link to="/forgot-password">{t('link.forgot')}</Link>
          <Link to="/login">{t('link.login')}</Link>
        </>
      }
    >
      <p>{t(email === '' ? 'change.text' : 'change.sent')}</p>
      <AccountNotes failure={form.failure} />
      <AccountFields names={names} form={form} />
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(form.isBusy ? 'change.busy' : 'change.submit')}
      </Button>
    </AccountFrame>
  );
}

/** The address that was typed one page before, so that nobody types it twice. */
function emailIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
