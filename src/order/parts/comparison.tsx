import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import {
  type ComparedGroup,
  type ComparedLine,
  comparedLines,
  comparisonOf,
  differencesIn,
} from '#domain/order/checks/comparison.ts';
import type { Check } from '#domain/order/data/check.ts';
import type { OrderDoc, Quote } from '#domain/order/data/order.ts';
import { moneyDifferenceOf, moneyOf } from '../../i18n/money.ts';
import { textOfCheck } from './check-text.ts';
import { labelOfLine } from './price-lines.tsx';
import { useTotalText } from './tax-text.ts';
import styles from './comparison.module.css';

/** One side of a comparison. */
export interface ComparedOrder {
  name: string;
  doc: OrderDoc;
  /** Undefined where no price was agreed, or a draft has none. */
  quote?: Quote | undefined;
  /** Reason why a draft has no price. */
  refusal?: Check | undefined;
}

interface ComparisonProps {
  left: ComparedOrder;
  right: ComparedOrder;
  /** Whether equal values are shown too. */
  all?: boolean;
}

/** Two documents field by field, with units, computed values and prices. */
export function Comparison({ left, right, all = false }: ComparisonProps) {
  const { t, i18n } = useTranslation('navigator');
  const { language } = i18n;
  const totalName = useTotalText();
  const groups = [
    ...comparisonOf(left.doc, right.doc, { t, language }),
    pricesOf([left, right], { t, language, totalName }),
  ];
  const shown = all ? groups : differencesIn(groups);
  if (shown.length === 0) return <p>{t('compare.same')}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('compare.value')}</th>
          <th scope="col">{left.name}</th>
          <th scope="col">{right.name}</th>
        </tr>
      </thead>
      {shown.map(({ key, title, rows }) => (
        <tbody key={key}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {title}
            </th>
          </tr>
          {rows.map((row) => (
            <tr key={row.path} data-differs={row.left !== row.right || undefined}>
              <th scope="row">{row.label}</th>
              <td dir="auto">{row.left ?? t('compare.none')}</td>
              <td dir="auto">{row.right ?? t('compare.none')}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** The lines of two prices and their totals, the right one with its difference. */
function pricesOf(
  [left, right]: [ComparedOrder, ComparedOrder],
  { t, language, totalName }: { t: TFunction<'navigator'>; language: string; totalName: string },
): ComparedGroup {
  const amountIn = ({ quote }: ComparedOrder, cents: number | undefined) =>
    quote === undefined || cents === undefined ? undefined : moneyOf(language, cents, quote.currency);
  const totalIn = (side: ComparedOrder) =>
    side.refusal === undefined
      ? amountIn(side, side.quote?.total)
      : t('price.refused', { reason: textOfCheck(side.refusal, t, language) });
  const total = totalIn(right);
  return {
    key: 'price',
    title: t('price.title'),
    rows: [
      ...comparedLines(left, right).map((line) => ({
        path: line.code,
        label: labelIn(line, t, language),
        left: amountIn(left, line.left?.amount),
        right: amountIn(right, line.right?.amount),
      })),
      {
        path: 'total',
        label: totalName,
        left: totalIn(left),
        right: total === undefined ? undefined : `${total}${differenceOf(left.quote, right.quote, language)}`,
      },
    ],
  };
}

function differenceOf(left: Quote | undefined, right: Quote | undefined, language: string): string {
  if (left === undefined || right === undefined || left.currency !== right.currency || left.total === right.total)
    return '';
  return ` (${moneyDifferenceOf(language, right.total - left.total, right.currency)})`;
}

function labelIn({ code, left, right }: ComparedLine, t: TFunction<'navigator'>, language: string): string {
  const line = left ?? right;
  return line === undefined ? code : labelOfLine(line, t, language);
}
