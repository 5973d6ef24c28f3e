import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSelector } from '@xstate/react';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/notice/notices.ts';
import { codeFrom } from './account-fields.ts';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { useAuth } from '../../session/auth-context.tsx';
import { guestApi } from '../../net/page-apis.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { useAccountForm } from './use-account-form.ts';
import { GuestLink, useTypedAddress, useWayBack } from './way-back.tsx';
import { call } from '../../net/call.ts';

const names = ['email', 'code', 'newPassword', 'repeated'] as const;

/** 'Change Password': a new password required by a sign-in, or a new password with the code from an e-mail. */
export function ChangePasswordScreen() {
  const auth = useAuth();
  const challenge = useSelector(auth, (snapshot) => snapshot.context.challenge);
  const { state }: { state: unknown } = useLocation();
  const asked = (state as { newPasswordRequired?: true } | null)?.newPasswordRequired === true;
  const isSignedOut = useSelector(auth, (snapshot) => snapshot.matches('signedOut'));
  const email = useTypedAddress();
  if (!asked) return <CodeForm email={email} />;
  if (challenge !== null) return <NewPasswordForm challenge={challenge} />;
  return isSignedOut ? <SignInAgain /> : null;
}

/** Redirects to the sign-in after a reload, which loses the challenge. The same password brings a new one. */
function SignInAgain() {
  const { t } = useTranslation('account');
  const back = useWayBack();
  useEffect(() => {
    announce(t, 'turnedAway', { title: t('change.signInAgain') });
  }, [t]);
  return <Navigate replace to="/login" state={back} />;
}

function CodeForm({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const back = useWayBack();
  const form = useAccountForm(names, { email }, async (values) => {
    await call(guestApi, 'POST /auth/confirm-password', {
      body: {
        email: values.email?.trim() ?? '',
        confirmationCode: codeFrom(values.code ?? ''),
        newPassword: values.newPassword ?? '',
      },
    });
    announce(t, 'passwordChanged');
    await navigate('/login', { state: back });
  });
  return (
    <AccountFrame
      title={t('change.title')}
      onSubmit={form.handleSubmit}
      footer={
        <>
          <GuestLink to="/forgot-password" email={email}>
            {t('link.forgot')}
          </GuestLink>
          <GuestLink to="/login" email={email}>
            {t('link.login')}
          </GuestLink>
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
