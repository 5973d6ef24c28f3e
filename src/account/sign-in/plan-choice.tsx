import { useTranslation } from 'react-i18next';
import { offersWith } from '#domain/payment/plan-contents.ts';
import { Link } from 'react-router-dom';
import basics from '../../ui/basics.module.css';
import styles from './plan-choice.module.css';

/** Plans a new account may start with: none, a trial, or one that is paid after the sign-up. */
export const plansToStart = ['', 'professional', 'premium', 'standard', 'professional-flex'] as const;
export type StartPlan = (typeof plansToStart)[number];

const offered: readonly StartPlan[] = ['', 'professional', 'premium'];

/** Whether the account starts with a trial of this plan. */
export function isTried(plan: StartPlan): plan is 'professional' | 'premium' {
  return plan === 'professional' || plan === 'premium';
}

/** Plan step of the sign-up: cards, including a plan chosen on the price list. */
export function PlanChoice({ plan, onChange }: { plan: StartPlan; onChange: (plan: StartPlan) => void }) {
  const { t, i18n } = useTranslation(['account', 'payments']);
  const account = offersWith().find(({ kind }) => kind === 'account');
  const questions = account?.assistant?.count.toLocaleString(i18n.language);
  const shown = offered.includes(plan) ? offered : [...offered, plan];
  const hint = plan === '' ? 'signUp.planHint' : isTried(plan) ? 'signUp.trialHint' : 'payments:signUp.paidHint';
  return (
    <fieldset className={styles.choice}>
      <legend>{t('signUp.plan')}</legend>
      <div className={styles.cards}>
        {shown.map((each) => (
          <label key={each} className={styles.card}>
            <input type="radio" name="plan" value={each} checked={each === plan} onChange={() => onChange(each)} />
            <span>
              {each === '' || isTried(each)
                ? t(`signUp.start.${each || 'plain'}`)
                : t('payments:signUp.paid', { plan: t(`payments:plan.${each}.name`) })}
            </span>
          </label>
        ))}
      </div>
      <p className={basics.note}>
        {t(hint, { questions })} <Link to="/pricing">{t('payments:signUp.compare')}</Link>
      </p>
    </fieldset>
  );
}
