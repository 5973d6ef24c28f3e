import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { SignUpForm } from '#domain/account/wire/accounts.ts';
import { Button } from '../../ui/button.tsx';
import type { FieldName, AccountValues } from './account-fields.ts';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { guestApi } from '../../net/page-apis.ts';
import { isTried, PlanChoice, plansToStart, type StartPlan } from './plan-choice.tsx';
import { keepSignUp } from './pending-sign-up.ts';
import { useAccountForm } from './use-account-form.ts';
import { GuestLink, useTypedAddress, useWayBack } from './way-back.tsx';
import { call } from '../../net/call.ts';
import styles from './login.module.css';

/** Fields of each kind of sign-up, by the `type` in the URL; the default is a new account. */
const ways = {
  new: ['email', 'display_name', 'username', 'phone', 'password', 'repeated'],
  instant_access: ['email', 'display_name'],
} as const satisfies Record<string, readonly FieldName[]>;

/** 'Sign Up', and the trial that needs only an e-mail address. */
export function SignUpScreen() {
  const { t, i18n } = useTranslation('account');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const way = search.get('type') === 'instant_access' ? 'instant_access' : 'new';
  const { from } = useWayBack();
  const [plan, setPlan] = useState(
    () => planNamed(search) ?? planNamed(new URLSearchParams(from?.split('?')[1])) ?? '',
  );
  const names = ways[way];
  const form = useAccountForm(names, { email: useTypedAddress() }, async (values) => {
    const kind = way === 'instant_access' ? 'instant_test' : isTried(plan) ? 'free_trial' : 'register';
    const signUpData = signUpDataFrom(values, isTried(plan) ? plan : undefined, i18n.resolvedLanguage);
    const { user_id: id } = await call(guestApi, `POST /api/v2/auth/${kind}`, { body: signUpData });
    keepSignUp({ email: signUpData.email, id });
    // Paid plans are bought after the sign-in.
    const isBought = way === 'new' && plan !== '' && !isTried(plan);
    await navigate('/v2-verify-account', { state: { from: isBought ? `/pay?plan=${plan}` : from } });
  });

  return (
    <AccountFrame
      title={t(way === 'new' ? 'signUp.title' : 'signUp.instantTitle')}
      onSubmit={form.handleSubmit}
      wide={way === 'new'}
      footer={
        <>
          <GuestLink to="/login" email={form.values.email}>
            {t('link.login')}
          </GuestLink>
          {way === 'new' ? (
            <GuestLink to="/user-on-boarding?type=instant_access" email={form.values.email}>
              {t('link.instant')}
            </GuestLink>
          ) : (
            <GuestLink to="/user-on-boarding?type=new" email={form.values.email}>
              {t('link.signUp')}
            </GuestLink>
          )}
        </>
      }
    >
      <p>{t(way === 'new' ? 'signUp.text' : 'signUp.instantText')}</p>
      <AccountNotes failure={form.failure} />
      <div className={styles.columns}>
        <AccountFields names={names} form={form} />
      </div>
      {way === 'new' && <PlanChoice plan={plan} onChange={setPlan} />}
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(form.isBusy ? 'signUp.busy' : way === 'new' ? 'signUp.submit' : 'signUp.instantSubmit')}
      </Button>
    </AccountFrame>
  );
}

/** Returns the plan named in the URL, if an account may start with it. */
function planNamed(search: URLSearchParams): StartPlan | undefined {
  return plansToStart.find((each) => each === search.get('plan'));
}

function signUpDataFrom(
  values: AccountValues,
  plan: SignUpForm['plan'] | undefined,
  language: string | undefined,
): SignUpForm {
  const given = (['display_name', 'username', 'phone'] as const).flatMap((name) => {
    const value = values[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    email: values.email?.trim() ?? '',
    ...Object.fromEntries(given),
    ...(values.password === undefined ? {} : { password: values.password }),
    ...(plan === undefined ? {} : { plan }),
    ...(language === undefined ? {} : { language: language.slice(0, 2) }),
  };
}
