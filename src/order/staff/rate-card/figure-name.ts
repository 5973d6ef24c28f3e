import type { TFunction } from 'i18next';
import type { RateCard } from '#domain/order/data/rate-card.ts';
import { moneyOf } from '../../../i18n/money.ts';
import type { RateFigure } from '#domain/order/price/rate-card-figures.ts';
import { groupOf } from './figure-groups.ts';
import { textOfFigure } from './figure-text.ts';

/** Returns the name of a figure in the reader's language; `card` has the limits that describe its row. */
export function figureName(t: TFunction<['admin', 'navigator']>, card: RateCard, path: string): string {
  const [head = '', key = '', ...rest] = path.split('/');
  if (head === 'assemblyPerCell') return t(`navigator:option.format.${key}`, { defaultValue: key });
  if (head === 'safetyPerCell') return t(`navigator:option.safetyTest.${key}`, { defaultValue: key });
  if (head === 'formation') return t(`rateCard.figure.formation.${key}`, { upTo_Ah: card.formation.upTo_Ah });
  if (head === 'chamberDay') {
    const { from, to } = card.chamberDay[Number(key)] ?? { from: 0, to: 0 };
    return from === to ? t('rateCard.figure.chamberAt', { at: from }) : t('rateCard.figure.chamberDay', { from, to });
  }
  const limits = rest.length === 0 ? {} : rowOf(card, head, Number(key));
  return t(`rateCard.figure.${head}`, { defaultValue: path, ...limits });
}

function rowOf(card: RateCard, head: string, at: number): object {
  if (head === 'quantityDiscount') return { count: card.quantityDiscount[at]?.from };
  if (head === 'channelDay') return { ...card.channelDay[at] };
  return { ...card.safetyCapacityFactor[at] };
}

/** Returns a figure's name after that of its group, where it stands alone. */
export function fullFigureName(t: TFunction<['admin', 'navigator']>, card: RateCard, path: string): string {
  const group = t(`rateCard.group.${groupOf(path)?.name ?? 'closing'}`);
  return t('rateCard.inGroup', { group, name: figureName(t, card, path) });
}

/** Returns a figure with its sign: "€450.00", "95 %", "× 1.4". */
export function figureValue(language: string, currency: string, kind: RateFigure['kind'], value: number): string {
  if (kind === 'amount') return moneyOf(language, value, currency);
  const text = textOfFigure(language, kind, value);
  return kind === 'share' ? `${text}\u00a0%` : `×\u00a0${text}`;
}
