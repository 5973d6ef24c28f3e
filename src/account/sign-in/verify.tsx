import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSelector } from '@xstate/react';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { announce } from '../../ui/notice/notices.ts';
import { codeFrom } from './account-fields.ts';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { useAuth } from '../../session/auth-context.tsx';
import { guestApi } from '../../net/page-apis.ts';
import { forgetSignUp, pendingSignUp, type PendingSignUp } from './pending-sign-up.ts';
import { formFailureOf, failureOfCode, useAccountForm, type FormFailure } from './use-account-form.ts';
import { GuestLink, useTypedAddress, useWayBack } from './way-back.tsx';
import { call } from '../../net/call.ts';

/** 'Verify account': the code from the e-mail, which also signs in. */
export function VerifyScreen() {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { from } = useWayBack();
  // A sign-in before the verification leads here with the typed address.
  const tried = useTypedAddress();
  const [pending] = useState(() => pendingFor(tried));
  const names = pending === undefined ? (['email', 'code'] as const) : (['code'] as const);
  const error = useSelector(auth, (snapshot) => snapshot.context.error);
  const isSigningIn = useSelector(auth, (snapshot) => snapshot.matches('signingIn'));
  const [resendFailure, setResendFailure] = useState<FormFailure>();
  const [hasShown, setShown] = useState(false);
  const form = useAccountForm(names, { email: tried }, (values) => {
    setShown(true);
    auth.send({
      type: 'auth.codeShown',
      email: pending?.email ?? values.email?.trim() ?? '',
      verificationCode: codeFrom(values.code ?? ''),
      version: pathname.startsWith('/v2') ? 2 : 1,
      ...(pending === undefined ? {} : { signUpId: pending.id }),
    });
    return Promise.resolve();
  });
  // The guard redirects to the next page; this notice stays above it.
  useEffect(() => {
    const subscription = auth.subscribe((snapshot) => {
      if (snapshot.matches('signedIn')) {
        forgetSignUp();
        announce(t, 'verified');
      } else if (snapshot.context.challenge !== null) {
        forgetSignUp();
        void navigate('/change-password', { state: { newPasswordRequired: true, from } });
      } else if (snapshot.context.notice?.name === 'verified') {
        forgetSignUp();
        void navigate('/login', { state: { from } });
      }
    });
    return () => subscription.unsubscribe();
  }, [auth, navigate, t, from]);

  const failure = !hasShown || error === null || isSigningIn ? undefined : failureOfCode(error);
  const email = pending?.email ?? form.values.email?.trim() ?? '';

  async function sendAgain(): Promise<void> {
    setResendFailure(undefined);
    try {
      await call(guestApi, 'POST /auth/re-send-confirmation-code', { body: { email, user_id: pending?.id } });
      showNotice({ title: t('verify.sentAgain', { email }) });
    } catch (problem) {
      setResendFailure(formFailureOf(problem));
    }
  }

  return (
    <AccountFrame
      title={t('verify.title')}
      onSubmit={form.handleSubmit}
      footer={
        <>
          <GuestLink to="/user-on-boarding?type=new">{t('link.signUp')}</GuestLink>
          <GuestLink to="/login">{t('link.login')}</GuestLink>
        </>
      }
    >
      <p>{pending === undefined ? t('verify.text') : t('verify.sent', { email: pending.email })}</p>
      <AccountNotes failure={resendFailure ?? failure} />
      <AccountFields names={names} form={form} />
      <Button type="submit" variant="primary" busy={isSigningIn}>
        {t(isSigningIn ? 'verify.busy' : 'verify.submit')}
      </Button>
      <Button type="button" variant="ghost" disabled={email === ''} onClick={() => void sendAgain()}>
        {t('verify.again')}
      </Button>
    </AccountFrame>
  );
}

/** Returns this tab's sign-up, unless another address is to be verified. */
function pendingFor(tried: string): PendingSignUp | undefined {
  const pending = pendingSignUp();
  return tried === '' || pending?.email === tried ? pending : undefined;
}
