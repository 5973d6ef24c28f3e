import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSelector } from '@xstate/react';
import { Button } from '../../ui/button.tsx';
import { codeFrom } from './account-fields.ts';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { useAuth } from '../../session/auth-context.tsx';
import { guestApi } from '../../net/page-apis.ts';
import { failureOfCode, useAccountForm } from './use-account-form.ts';
import { GuestLink, useTypedAddress } from './way-back.tsx';
import { call } from '../../net/call.ts';

/** Sign-in without a password: first the e-mail address, then the code from the e-mail. */
export function CodeSignIn() {
  const [typed, setTyped] = useState(useTypedAddress());
  const [isSent, setSent] = useState(false);
  if (isSent) return <CodeStep email={typed} onAgain={() => setSent(false)} />;
  return (
    <AddressStep
      start={typed}
      onSent={(email) => {
        setTyped(email);
        setSent(true);
      }}
    />
  );
}

const address = ['email'] as const;
const code = ['code'] as const;

function AddressStep({ start, onSent }: { start: string; onSent: (email: string) => void }) {
  const { t } = useTranslation('account');
  const form = useAccountForm(address, { email: start }, async ({ email = '' }) => {
    await call(guestApi, 'POST /auth/send-sign-in-code', { body: { email: email.trim() } });
    onSent(email.trim());
  });
  return (
    <Frame onSubmit={form.handleSubmit} text={t('byCode.text')}>
      <AccountNotes failure={form.failure} />
      <AccountFields names={address} form={form} />
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(form.isBusy ? 'forgot.busy' : 'forgot.submit')}
      </Button>
    </Frame>
  );
}

function CodeStep({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const [hasShown, setShown] = useState(false);
  const error = useSelector(auth, (snapshot) => snapshot.context.error);
  const isSigningIn = useSelector(auth, (snapshot) => snapshot.matches('signingIn'));
  const form = useAccountForm(code, {}, ({ code: shown = '' }) => {
    setShown(true);
    auth.send({ type: 'auth.codeShown', email, verificationCode: codeFrom(shown), version: 'signIn' });
    return Promise.resolve();
  });
  const failure = !hasShown || error === null || isSigningIn ? undefined : failureOfCode(error);
  return (
    <Frame onSubmit={form.handleSubmit} text={t('byCode.sent', { email })}>
      <AccountNotes failure={failure} />
      <AccountFields names={code} form={form} />
      <Button type="submit" variant="primary" busy={isSigningIn}>
        {t(isSigningIn ? 'login.busy' : 'byCode.submit')}
      </Button>
      <Button type="button" variant="ghost" onClick={onAgain}>
        {t('verify.again')}
      </Button>
    </Frame>
  );
}

function Frame(props: { onSubmit: (event: FormEvent) => void; text: string; children: ReactNode }) {
  const { t } = useTranslation('account');
  const { pathname } = useLocation();
  return (
    <AccountFrame
      title={t('link.byCode')}
      onSubmit={props.onSubmit}
      footer={
        <>
          <GuestLink to={pathname}>{t('link.byPassword')}</GuestLink>
          <GuestLink to="/user-on-boarding?type=new">{t('link.signUp')}</GuestLink>
        </>
      }
    >
      <p>{props.text}</p>
      {props.children}
    </AccountFrame>
  );
}
