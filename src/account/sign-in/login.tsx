import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import Clock from 'lucide-react/icons/clock';
import { parkedCount, parkedCountOf } from '../../db/parked-count.ts';
import { isSignOutPending } from '../../net/pending-sign-outs.ts';
import { hasSessionEnded } from '../../net/stored-session.ts';
import { pathOfGuestBox } from '../../routing/guest-box.ts';
import { forgetInvitation, invitationOfLink } from '../../routing/link.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useOnline } from '../../ui/online.ts';
import { AccountFrame } from './account-frame.tsx';
import { useAuth } from '../../session/auth-context.tsx';
import { CodeSignIn } from './code-sign-in.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { problemsOfLogin } from './login-problems.ts';
import { GuestLink, useTypedAddress, useWayBack } from './way-back.tsx';
import basics from '../../ui/basics.module.css';
import styles from './login.module.css';

/** Sign-in with e-mail and password, or with a code sent by e-mail (`?by=code`). */
export function LoginScreen() {
  const [search] = useSearchParams();
  return search.get('by') === 'code' ? <CodeSignIn /> : <PasswordSignIn />;
}

function PasswordSignIn() {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const signingIn = useSelector(auth, (snapshot) => snapshot.matches('signingIn'));
  const [invited] = useState(invitationOfLink);
  const typed = useTypedAddress();
  const [email, setEmail] = useState(invited?.email ?? typed);
  const [password, setPassword] = useState(invited?.password ?? '');
  const [remember, setRemember] = useState(true);
  const [asked, setAsked] = useState(false);
  const { pathname } = useLocation();
  const isAdmin = pathname.startsWith('/admin');
  const { from } = useWayBack();
  useWaysOn(from);
  const problems = asked ? problemsOfLogin({ email, password }) : {};

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (signingIn || Object.keys(problemsOfLogin({ email, password })).length > 0) return;
    forgetInvitation();
    auth.send({ type: 'auth.submitted', email: email.trim(), password, remember });
  };

  const signInWith = (demoEmail: string, demoPassword: string) => {
    setEmail(demoEmail);
    setPassword(demoPassword);
    if (!signingIn) auth.send({ type: 'auth.submitted', email: demoEmail, password: demoPassword, remember });
  };

  return (
    <AccountFrame
      title={t(isAdmin ? 'login.adminTitle' : 'login.title')}
      onSubmit={handleSubmit}
      footer={
        <>
          <GuestLink to="/forgot-password" email={email}>
            {t('link.forgot')}
          </GuestLink>
          <GuestLink to={`${pathname}?by=code`} email={email}>
            {t('link.byCode')}
          </GuestLink>
          <GuestLink to="/user-on-boarding?type=new" email={email}>
            {t('link.signUp')}
          </GuestLink>
        </>
      }
      beside={<DemoAccounts onChoose={signInWith} />}
    >
      {!isAdmin && <p className={basics.quiet}>{t('login.about')}</p>}
      <Notes isInvited={invited !== undefined} from={from} />
      <Field
        label={t('login.email')}
        kind="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={problems.email && t(problems.email)}
        required
      />
      <Field
        label={t('login.password')}
        kind="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={problems.password && t(problems.password)}
        required
      />
      <Checkbox label={t('login.remember')} name="remember" checked={remember} onChange={setRemember} />
      <Button type="submit" variant="primary" busy={signingIn}>
        {t(signingIn ? 'login.busy' : 'login.submit')}
      </Button>
      {!isAdmin && (
        <Link to={pathOfGuestBox()} className={buttonClass} data-variant="secondary">
          {t('common:askHere.link')}
        </Link>
      )}
    </AccountFrame>
  );
}

/** Says what led here, what waits on this device, and what a closed account has left on it. */
function Notes({ isInvited, from }: { isInvited: boolean; from: string | undefined }) {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const online = useOnline();
  const parkedOfAll = useStored(parkedCount);
  useCountOfParked();
  const hasEnded = useStored(hasSessionEnded);
  const closed = useSelector(auth, ({ context: { error } }) => closedIn(error));
  // Signing in does not send the commands that a closed account has left.
  const parked = parkedOfAll - (closed === undefined ? 0 : parkedCountOf(closed));
  const isUntold = useStored(isSignOutPending);
  return (
    <>
      <output className={styles.notes}>
        {hasEnded ? <Banner>{t('login.ended')}</Banner> : from !== undefined && <Banner>{t('login.from')}</Banner>}
        {isInvited && <Banner>{t('login.invited')}</Banner>}
        {!online && <Banner tone="warn">{t('login.offline')}</Banner>}
        {isUntold && <Banner>{t('login.untold')}</Banner>}
        {parked > 0 && <Banner icon={<Clock aria-hidden />}>{t('login.parked', { count: parked })}</Banner>}
      </output>
      {closed !== undefined && (
        <Suspense fallback={null}>
          <ClosedAccount key={closed} userId={closed} />
        </Suspense>
      )}
    </>
  );
}

/** Counts what waits on this device where there are databases; renders again with the numbers. */
function useCountOfParked(): void {
  const [, setCounted] = useState(false);
  useEffect(() => {
    async function count(): Promise<void> {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      // The code that counts is not loaded for those who were never here.
      if (!names.some((name) => name?.startsWith('vfp_u_') === true)) return;
      const { countParked } = await import('../../session/count-parked.ts');
      await countParked();
      setCounted(true);
    }
    // If the browser stores nothing or cannot list databases, the stored numbers are shown.
    void count().catch(() => undefined);
  }, []);
}

// It opens a database, whose code this page does not need otherwise.
const ClosedAccount = lazy(async () => ({ default: (await import('./closed-account.tsx')).ClosedAccount }));

/** Returns the id of the closed account that this user has shown the password of. */
function closedIn(error: { code: string; details?: unknown } | null): string | undefined {
  const { userId } = (error?.details ?? {}) as { userId?: unknown };
  return error?.code === 'DEACTIVATED' && typeof userId === 'string' ? userId : undefined;
}

/** Returns what a function reads from the storage, also after another page has changed it. */
function useStored<T>(read: () => T): T {
  return useSyncExternalStore(onStorage, read);
}

function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Opens the next form if a sign-in also requires the code from the e-mail or a new password. */
function useWaysOn(from: string | undefined): void {
  const auth = useAuth();
  const navigate = useNavigate();
  useEffect(() => {
    const subscription = auth.subscribe(({ context: { challenge, error, tried } }) => {
      if (challenge !== null) void navigate('/change-password', { state: { newPasswordRequired: true, from } });
      else if (error?.code === 'UserNotConfirmedException')
        void navigate('/v2-verify-account', { state: { email: tried, from } });
    });
    return () => subscription.unsubscribe();
  }, [auth, navigate, from]);
}
