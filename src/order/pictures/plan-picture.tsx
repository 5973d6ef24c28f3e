import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { OrderDoc, Quote } from '#domain/order/data/order.ts';
import type { OrderPlan, PlanStep } from '#domain/order/plan/order-plan.ts';
import { stepPrices } from '#domain/order/plan/step-prices.ts';
import { buildsCells } from '#domain/order/data/services.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { moneyOf } from '../../i18n/money.ts';
import { useDayText } from '../parts/day-text.ts';
import { useTotalText } from '../parts/tax-text.ts';
import { nameOfTest } from '#domain/order/fields/test-name.ts';
import type { PartText } from './part-texts.ts';
import { PictureCard } from './picture-card.tsx';
import { PlanDrawing } from './plan-drawing.tsx';

interface PlanPictureProps {
  doc: OrderDoc;
  /** A complete plan. */
  plan: OrderPlan;
  quote: Quote | undefined;
  /** Whether the order is placed; otherwise the plan counts from today. */
  isPlaced: boolean;
  onChoose: ((path: string) => void) | undefined;
}

/** Time and money in one picture: a bar for each step of an order with its price, and the days that matter as lines. */
export function PlanPicture({ doc, plan, quote, isPlaced, onChoose }: PlanPictureProps) {
  const { t, i18n } = useTranslation('navigator');
  const totalName = useTotalText();
  const prices = quote === undefined ? undefined : stepPrices(doc, quote);
  const day = useDayText();
  const rows = plan.steps.map((step) => {
    const cents = prices?.get(step.id);
    const price =
      quote === undefined || cents === undefined ? undefined : moneyOf(i18n.language, cents, quote.currency);
    return { step, name: nameOfStep(t, doc, step), price };
  });
  const textOf = ({ step, name, price }: (typeof rows)[number]): PartText => {
    const span = t('dates.span', { from: day(step.from), to: day(step.to, step.from) });
    return {
      path: pathOfStep(step),
      name,
      value: price === undefined ? span : `${span} · ${price}`,
      basis: basisOf(t, step),
      isTypical: false,
    };
  };
  const texts = new Map(rows.map((row) => [row.step.id, textOf(row)]));
  const lines = plan.milestones
    .filter(({ code }) => code !== 'cells' || plan.milestones.length === 1)
    .map(({ code, day: at }) => ({ code, day: at, label: t(`dates.short.${code}`, { date: day(at) }) }));
  return (
    <PictureCard
      title={t('dates.picture')}
      scale={t(isPlaced ? 'dates.fromPlacing' : 'dates.fromToday', { date: day(plan.start) })}
      verdicts={[]}
      said={t('dates.said', {
        totalName,
        steps: [...texts.values()].map(({ name, value }) => `${name}: ${value}`).join('; '),
        total: quote === undefined ? t('price.without') : moneyOf(i18n.language, quote.total, quote.currency),
      })}
      parts={Object.fromEntries(texts)}
      lit={undefined}
      onChoose={onChoose}
      wide
    >
      <PlanDrawing plan={plan} rows={rows} texts={texts} lines={lines} />
    </PictureCard>
  );
}

function nameOfStep(t: TFunction<'navigator'>, doc: OrderDoc, { code, item }: PlanStep): string {
  if (item !== undefined) {
    const index = testsOf(doc).findIndex(({ id }) => id === item.id) + 1;
    return t('tests.name', { index, type: nameOfTest(t, doc, item) });
  }
  return t(`dates.step.${code === 'material' && !buildsCells(doc) ? 'cells' : code}`);
}

/** Path of the field that a step belongs to: where a user goes to change it. */
const fieldOfStep: Readonly<Record<PlanStep['code'], string>> = {
  review: 'service',
  material: 'electrodes/cathode/coating_method',
  coating: 'electrodes/cathode/coating_meter_count',
  assembly: 'quantity',
  formation: 'formation',
  test: 'tests',
  report: 'tests',
  shipping: 'service',
};

function pathOfStep({ code, item }: PlanStep): string {
  return item === undefined ? fieldOfStep[code] : `tests/${item.id}/type`;
}

function basisOf(t: TFunction<'navigator'>, { code, item, least, most, counts }: PlanStep): string {
  if (item !== undefined && item.type !== 'Safety') return t('dates.takes.channel', { count: most });
  const days = least === most ? String(most) : t('dates.days', { least, most });
  const takes = t(`dates.takes.${counts}`, { count: most, days });
  return code === 'material' ? t('dates.yours', { takes }) : takes;
}
