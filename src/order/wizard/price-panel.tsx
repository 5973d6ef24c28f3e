import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceOrRefusal } from '#domain/order/price/price-refusal.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import type { WizardStep } from '../../machines/order-wizard.ts';
import { useLayer } from '../../ui/use-layer.ts';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { textOfCheck } from '../parts/check-text.ts';
import { useEditor } from '../editor/order-editor.ts';
import { moneyOf } from '../../i18n/money.ts';
import { isUnreadable } from '../editor/unreadable.ts';
import { ShortDates, useOrderPlan } from '../plan/order-dates.tsx';
import { PriceCounts } from './price-counts.tsx';
import { PriceLevers } from './price-levers.tsx';
import { PriceLines } from '../parts/price-lines.tsx';
import basics from '../../ui/basics.module.css';
import styles from './price-panel.module.css';

/** Current price estimate: a side column on wide screens, an expandable bar at the bottom on narrow ones. */
export function PricePanel({ step }: { step: WizardStep }) {
  const { t, i18n } = useTranslation('navigator');
  const { doc, price, checks, held } = useEditor();
  const { quote } = price;
  const { version } = useRateCard();
  const plan = useOrderPlan(doc);
  const dates = plan !== undefined && plan.milestones.length > 0 ? <ShortDates plan={plan} /> : undefined;
  const isOld = checks.some(isUnreadable);
  const [openAt, setOpenAt] = useState<WizardStep>();
  // The bar is collapsed on another step, so that the step has the full height.
  const open = openAt === step;
  const setOpen = (on: boolean) => setOpenAt(on ? step : undefined);
  useLayer(open, () => setOpen(false));
  const id = useId();
  const total = quote === undefined ? t('price.without') : moneyOf(i18n.language, quote.total, quote.currency);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <aside className={styles.panel} aria-label={t('price.title')}>
      <button
        type="button"
        className={styles.bar}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <span>
          {t('price.estimate')}
          {dates !== undefined && <small>{dates}</small>}
        </span>
        <strong>
          {total}
          {isOld && <small data-tone="warn">{t('price.old')}</small>}
          <Chevron aria-hidden />
        </strong>
      </button>
      <div id={id} className={styles.inside} data-open={open || undefined}>
        <h2>{t('price.estimate')}</h2>
        {isOld && (
          <p className={styles.old} data-tone="warn">
            {t('price.oldText')}
          </p>
        )}
        <QuotedPrice price={price} />
        {dates !== undefined && (
          <div>
            <p className={styles.dates}>{dates}</p>
            <p className={basics.fine}>{t('dates.note')}</p>
          </div>
        )}
        {quote !== undefined && <p className={basics.fine}>{t('price.note')}</p>}
        {quote !== undefined && <p className={basics.fine}>{t('price.card', { version })}</p>}
        {!isOld && !held && quote !== undefined && <PriceLevers />}
        {!isOld && <PriceCounts />}
      </div>
    </aside>
  );
}

/** The lines of the price, or why there are none. */
function QuotedPrice({ price: { quote, refusal } }: { price: PriceOrRefusal }) {
  const { t, i18n } = useTranslation('navigator');
  if (quote === undefined) {
    return (
      <p className={styles.old} data-tone="warn">
        {t('price.refused', { reason: textOfCheck(refusal, t, i18n.language) })}
      </p>
    );
  }
  return quote.lines.length === 0 ? <p className={basics.fine}>{t('price.none')}</p> : <PriceLines quote={quote} />;
}
