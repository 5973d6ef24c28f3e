import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { QuestionLimits } from '#domain/payment/plan-contents.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { plans, freeTrialDays } from '#domain/account/plans-and-prices.ts';
import type { PlanReply } from '#domain/payment/wire/payments.ts';
import type { Me } from '#domain/account/users.ts';
import { planListOfPage } from '../../payment/calls/payments.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useCurrentUser } from '../../session/auth-context.tsx';
import { guestApi } from '../../net/page-apis.ts';
import { limitsIn, OfferTable } from '../../payment/offer-table.tsx';
import { PlanCard, type ShownPlan } from '../../payment/plan-card.tsx';
import { useRemote } from '../remote/remote.ts';
import { RemoteView } from '../remote/remote-view.tsx';
import styles from '../../payment/plans.module.css';

/** 'Pricing': all plans with prices and actions. Users whose plan lacks expert chat are redirected here too. */
export function PricingScreen() {
  const { t } = useTranslation('payments');
  const user = useCurrentUser();
  const remote = useRemote('plans', planListOfPage, guestApi);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('pricing.title')}</h1>
        <p>{t('pricing.text')}</p>
        {trialUsed(user) && <p>{t('checkout.trialUsed', { count: freeTrialDays })}</p>}
        {user === null && <p>{t('pricing.trials', { count: freeTrialDays })}</p>}
      </header>
      <RemoteView remote={remote} words="payments" meanwhile={<Plans items={known} user={user} limits={undefined} />}>
        {({ items, payment, questions }) => (
          <>
            <Plans items={items} user={user} limits={limitsIn(questions)} />
            <ul className={styles.notes}>
              <li>{t(payment.includes('card') ? 'pricing.byCard' : 'pricing.byInvoice')}</li>
              <li>{t('pricing.cancel')}</li>
            </ul>
          </>
        )}
      </RemoteView>
    </div>
  );
}

/** Features of the plans are part of the app; prices come from the server. */
const known: ShownPlan[] = plans.map(({ id, licenses, features, sale, trial }) => ({
  id,
  licenses,
  features: [...features],
  sale,
  trial_days: trial ? freeTrialDays : 0,
}));

interface PlansProps {
  items: ShownPlan[];
  user: Me | null | undefined;
  limits: QuestionLimits | undefined;
}

function Plans({ items, user, limits: questionLimits }: PlansProps) {
  return (
    <>
      <div className={styles.grid}>
        {items.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={{ ...plan, trial_days: trialDaysFor(plan, user) }}
            limits={questionLimits}
            action={<Way plan={plan} user={user ?? null} />}
          />
        ))}
      </div>
      <OfferTable limits={questionLimits} />
    </>
  );
}

/** Free days that a plan offers this reader: none to staff and to users who have or had a plan. */
export function trialDaysFor({ trial_days: days }: Pick<PlanReply, 'trial_days'>, user: PlanReader): number {
  return user !== null && user !== undefined && (isStaff(user) || user.subscription !== null) ? 0 : days;
}

/** Whether the reader had a trial or plan, and none runs now. */
function trialUsed(user: PlanReader): boolean {
  const status = user?.subscription?.status;
  return status === 'cancelled' || status === 'past_due';
}

type PlanReader = Pick<Me, 'role' | 'subscription'> | null | undefined;

/** Action for a plan, for guests and users. */
function Way({ plan, user }: { plan: ShownPlan; user: Me | null }) {
  const { t } = useTranslation('payments');
  const { to, text, primary } = wayTo(plan, user);
  return (
    <div className={styles.action}>
      <Link
        to={to}
        className={buttonClass}
        data-variant={primary ? 'primary' : 'secondary'}
        aria-label={t('pricing.wayLabel', { way: t(text), plan: t(`plan.${plan.id}.name`) })}
      >
        {t(text)}
      </Link>
    </div>
  );
}

/** Returns the target of a plan's button, the key of its label in payments.json, and whether it is a primary button. */
export function wayTo(
  { id, sale, trial_days: days }: Pick<PlanReply, 'id' | 'sale' | 'trial_days'>,
  user: Pick<Me, 'plan' | 'subscription'> | null,
): { to: string; text: string; primary: boolean } {
  const status = user?.subscription?.status;
  const isMine = user?.plan?.name === id && (status === 'active' || status === 'trailing');
  if (isMine) return { to: '/pay', text: 'pricing.yours', primary: false };
  if (sale === 'request') return { to: '/contact_us', text: 'pricing.contact', primary: false };
  if (user !== null) return { to: `/pay?plan=${id}`, text: 'pricing.choose', primary: days > 0 };
  const to = `/user-on-boarding?type=new&plan=${id}`;
  return { to, text: days > 0 ? 'pricing.try' : 'pricing.signUp', primary: days > 0 };
}
