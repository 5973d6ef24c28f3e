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
import { useAuth, type AuthActor } from '../../session/auth-context.tsx';
import { guestApi } from '../../net/page-apis.ts';
import { useAccountForm } from './use-account-form.ts';
import { GuestLink, useTypedAddress, useWayBack } from './way-back.tsx';
import { call } from '../../net/call.ts';
import type { Challenge } from '../../machines/auth.ts';
import { Refused } from '../../net/errors.ts';
import { Banner } from '../../ui/banner.tsx';

const codeNames = ['email', 'code', 'newPassword', 'repeated'] as const;
const requiredNames = ['newPassword', 'repeated'] as const;

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
  const form = useAccountForm(codeNames, { email }, async (values) => {
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
      <AccountFields names={codeNames} form={form} />
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(form.isBusy ? 'change.busy' : 'change.submit')}
      </Button>
    </AccountFrame>
  );
}

/** Form for the new password of a challenge. The sign-in continues when it is set. */
function NewPasswordForm({ challenge }: { challenge: Challenge['challenge'] }) {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const form = useAccountForm(requiredNames, {}, async ({ newPassword = '' }) => {
    auth.send({ type: 'auth.submitted', ...challenge, newPassword });
    await answered(auth);
  });
  return (
    <AccountFrame
      title={t('change.title')}
      onSubmit={form.handleSubmit}
      footer={<GuestLink to="/login">{t('link.otherAccount')}</GuestLink>}
    >
      <Banner tone="warn">{t('problem.newPasswordRequired')}</Banner>
      <p>{t('change.required', { email: challenge.email })}</p>
      <AccountNotes failure={form.failure} />
      <AccountFields names={requiredNames} form={form} />
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(form.isBusy ? 'login.busy' : 'change.andLogin')}
      </Button>
    </AccountFrame>
  );
}

/**
 * Resolves when the sign-in has ended, also with other errors, which `SignedOutNotice` shows.
 * @throws Refused with the details when the server refuses the new password
 */
function answered(auth: AuthActor): Promise<void> {
  return new Promise((resolve, reject) => {
    const subscription = auth.subscribe((snapshot) => {
      if (snapshot.matches('signingIn')) return;
      subscription.unsubscribe();
      const { error } = snapshot.context;
      if (error?.code === 'INVALID') reject(new Refused(422, error.code, error.message, { details: error.details }));
      else resolve();
    });
  });
}
