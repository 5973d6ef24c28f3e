import { useTranslation } from 'react-i18next';
import { plannedOf } from '#domain/ground/number-texts.ts';
import { planOf } from '#domain/order/lab-tests/test-plan.ts';
import type { TestItem } from '#domain/order/data/tests.ts';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { useEditor } from '../editor/order-editor.ts';
import styles from './test-plan.module.css';

/** Shows what one test takes and gives: time, rows, channel and chamber, then results and plots. */
export function TestPlan({ item }: { item: TestItem }) {
  const { t, i18n } = useTranslation('navigator');
  const { doc } = useEditor();
  const plan = planOf(doc, item, useRateCard());
  if (plan === undefined) return <p className={styles.plan}>{t('plan.missing')}</p>;
  const figure = (value: number) => plannedOf(i18n.language, value);
  const list = (group: 'result' | 'plot', codes: readonly string[]) =>
    new Intl.ListFormat(i18n.language).format(codes.map((code) => t(`${group}.${code}`)));
  return (
    <div className={styles.plan}>
      <p>
        {t(plan.bench_h > 0 ? 'plan.takesBench' : 'plan.takes', {
          hours: figure(plan.channel_h),
          bench: figure(plan.bench_h),
          current: plan.channel_A,
          temp: plan.chamber_C,
          rows: figure(plan.rows),
        })}
        {plan.chamberCosts && item.type !== 'Safety' && ` ${t('plan.chamber')}`}
      </p>
      <p>{t('plan.gives', { results: list('result', plan.results), plots: list('plot', plan.plots) })}</p>
    </div>
  );
}
