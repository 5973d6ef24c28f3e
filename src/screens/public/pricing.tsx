import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Check, Minus } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { usePerson } from '../account/auth-context.tsx';
import { homeOf } from '../guards.ts';
import styles from './plain.module.css';

/** What each plan opens; the same rows as the capability table of the permissions. */
const plans = [
  { name: 'standard', assistant: true, experts: false, navigator: false },
  { name: 'professional', assistant: true, experts: true, navigator: false },
  { name: 'premium', assistant: true, experts: true, navigator: false },
  { name: 'navigator', assistant: true, experts: true, navigator: true },
] as const;

const parts = ['assistant', 'experts', 'navigator'] as const;

/** Which plan includes what: where somebody lands whose plan has no experts. */
export function PricingScreen() {
  const { t } = useTranslation('account');
  const person = usePerson();
  return (
    <div className={styles.page}>
      <div className={styles.plans}>
        <header>
          <h1>{t('plans.title')}</h1>
          <p>{t('plans.text')}</p>
        </header>
        <div className={styles.grid}>
          {plans.map((plan) => (
            <Card key={plan.name} title={t(`plans.${plan.name}`)}>
              <ul className={styles.list}>
                {parts.map((part) => (
                  <li key={part} data-included={plan[part]}>
                    {plan[part] ? <Check aria-hidden /> : <Minus aria-hidden />}
                    {t(plan[part] ? `plans.part.${part}` : `plans.without.${part}`)}
                  </li>
                ))}
              </ul>
            </Card>
          ))}
        </div>
        <p>
          <Link to={person ? homeOf(person) : '/login'} className={buttonClass} data-variant="secondary">
            {t('plans.back')}
          </Link>
        </p>
      </div>
    </div>
  );
}
