import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { signUp, type SignUpForm, type SignUpKind } from '../../net/accounts.ts';
import { Button } from '../../ui/button.tsx';
import type { FieldName, Values } from './account-fields.ts';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { guestApi } from './guest-api.ts';
import { isTried, PlanChoice, plansToStart, type StartPlan } from './plan-choice.tsx';
import { keepSignUp } from './pending-sign-up.ts';
import { useAccountForm } from './use-account-form.ts';
import styles from './login.module.css';

/** The two ways in, by the `type` of the address; anything else is a new account. */
const ways = {
  new: ['email', 'display_name', 'username', 'phone', 'password', 'repeated'],
  instant_access: ['email', 'display_name'],
} as const satisfies Record<string, readonly FieldName[]>;

/** 'Sign Up', and the trial with an e-mail address alone. */
export function SignUpScreen() {
  const { t, i18n } = useTranslation('account');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const way = search.get('type') === 'instant_access' ? 'instant_access' : 'new';
  const [plan, setPlan] = useState<StartPlan>(() => plansToStart.find((each) => each === search.get('plan')) ?? '');
  const names = ways[way];
  const form = useAccountForm(names, {}, async (values) => {
    const kind: SignUpKind = way === 'instant_access' ? 'instant_test' : isTried(plan) ? 'free_trial' : 'register';
    const wish = wishFrom(values, isTried(plan) ? plan : undefined, i18n.resolvedLanguage);
    keepSignUp({ email: wish.email, id: await signUp(guestApi, kind, wish) });
    // A plan that is paid for is bought by whoever has signed in.
    const isBought = way === 'new' && plan !== '' && !isTried(plan);
    await navigate('/v2-verify-account', isBought ? { state: { from: `/pay?plan=${plan}` } } : {});
  });

  return (
    <AccountFrame
      title={t(way === 'new' ? 'signUp.title' : 'signUp.instantTitle')}
      onSubmit={form.handleSubmit}
      wide={way === 'new'}
      footer={
        <>
          <Link to="/login">{t('link.login')}</Link>
          {way === 'new' ? (
            <Link to="/user-on-boarding?type=instant_access">{t('link.instant')}</Link>
          ) : (
            <Link to="/user-on-boarding?type=new">{t('link.signUp')}</Link>
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

function wishFrom(values: Values, plan: SignUpForm['plan'], language: string | undefined): SignUpForm {
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
