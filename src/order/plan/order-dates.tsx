import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { orderPlanOf, type OrderPlan } from '#domain/order/plan/order-plan.ts';
import { useNow } from '../../ui/now.ts';
import { calendarDayOf } from '../../i18n/times.ts';
import { useDayText } from '../parts/day-text.ts';
import basics from '../../ui/basics.module.css';
import styles from '../pictures/order-dates.module.css';

/**
 * Returns the plan of an order.
 * @param placedAt time at which it was placed; without it, as if it were placed today
 */
export function useOrderPlan(doc: OrderDoc, placedAt?: string): OrderPlan | undefined {
  const now = useNow();
  const start = calendarDayOf(placedAt ?? now);
  return useMemo(() => orderPlanOf(doc, start), [doc, start]);
}

/** The dates that matter in one line, such as "Cells about Jan 14 · First data Jan 22 · Report Mar 30". */
export function ShortDates({ plan }: { plan: OrderPlan }) {
  const { t } = useTranslation('navigator');
  const dayText = useDayText();
  const dates = plan.milestones.map(({ code, day }, at) =>
    t(`dates.short.${code}`, { date: dayText(day, plan.milestones[at - 1]?.day) }),
  );
  return dates.join(' · ');
}

/** The dates that matter in full, each with its range. */
export function FullDates({ plan }: { plan: OrderPlan }) {
  const { t } = useTranslation('navigator');
  const day = useDayText();
  return (
    <>
      <dl className={styles.dates}>
        {plan.milestones.map((milestone) => (
          <div key={milestone.code}>
            <dt>{t(`dates.full.${milestone.code}`)}</dt>
            <dd>
              <strong>{t('dates.about', { date: day(milestone.day) })}</strong>
              <span className={basics.note}>
                {t('dates.between', { from: day(milestone.earliest), to: day(milestone.latest, milestone.earliest) })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {!plan.isComplete && <p className={basics.note}>{t('dates.open')}</p>}
    </>
  );
}
