import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Check from 'lucide-react/icons/check';
import { offersWith, type QuestionLimits } from '#domain/payment/plan-contents.ts';
import type { PlanReply } from '#domain/payment/wire/payments.ts';
import { Card } from '../ui/card.tsx';
import { moneyOf } from '../i18n/money.ts';
import { taxTextOf } from './plan-tax-text.ts';
import styles from './plans.module.css';

/** A plan to show, without its price while that is unknown. */
export type ShownPlan = Pick<PlanReply, 'id' | 'licenses' | 'features' | 'trial_days' | 'sale'> &
  Partial<Pick<PlanReply, 'price' | 'currency' | 'tax_bp' | 'no_tax_reason'>>;

interface PlanCardProps {
  plan: ShownPlan;
  /** Missing: as long as the server has not replied, or if it is older. */
  limits: QuestionLimits | undefined;
  action: ReactNode;
}

/** Card of a plan: price, licenses, features and action. */
export function PlanCard({ plan, limits, action }: PlanCardProps) {
  const { t, i18n } = useTranslation('payments');
  const offer = offersWith(limits).find((each) => each.kind === 'plan' && each.plan === plan.id);
  const questions = offer?.assistant?.count ?? 0;
  return (
    <Card title={t(`plan.${plan.id}.name`)} footer={action}>
      <div className={styles.inside}>
        <p className={styles.about}>{t(`plan.${plan.id}.about`)}</p>
        <Price plan={plan} />
        <ul className={styles.features}>
          <li>
            <Check aria-hidden />
            {t('people', { count: plan.licenses })}
          </li>
          {plan.features.map((feature) => (
            <li key={feature}>
              <Check aria-hidden />
              {t(`feature.${feature}`, { questions: questions.toLocaleString(i18n.language) })}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Price({ plan }: { plan: ShownPlan }) {
  const { t, i18n } = useTranslation('payments');
  const { price, currency, trial_days: days } = plan;
  if (price === undefined || currency === undefined) return <p className={styles.about}>{t('priceLater')}</p>;
  return (
    <p className={styles.price}>
      <strong>{wholeMoneyOf(i18n.language, price, currency)}</strong> {t('perMonth')}
      <small>
        {taxTextOf(t, plan)}
        {days > 0 && ` · ${t('trialDays', { count: days })}`}
      </small>
    </p>
  );
}

/** Formats an amount in cents; whole amounts have no decimals. */
function wholeMoneyOf(language: string, amount: number, currency: string): string {
  if (amount % 100 !== 0) return moneyOf(language, amount, currency);
  const options = { style: 'currency', currency, maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, options).format(amount / 100);
}
