import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEditor } from './order-editor.ts';
import { moneyOf } from '../words/money.ts';
import { PriceLines } from './price-lines.tsx';
import styles from './price-panel.module.css';

/** The price as it stands: a column at the side on wide screens, a bar at the bottom that opens on narrow ones. */
export function PricePanel() {
  const { t, i18n } = useTranslation('navigator');
  const { quote } = useEditor();
  const [open, setOpen] = useState(false);
  const id = useId();
  const total = moneyOf(i18n.language, quote.total, quote.currency);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <aside className={styles.panel} aria-label={t('price.title')}>
      <button
        type="button"
        className={styles.bar}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>{t('price.estimate')}</span>
        <strong>{total}</strong>
        <Chevron aria-hidden />
      </button>
      <div id={id} className={styles.inside} data-open={open || undefined}>
        <h2>{t('price.estimate')}</h2>
        {quote.lines.length === 0 ? <p className={styles.note}>{t('price.none')}</p> : <PriceLines quote={quote} />}
        <p className={styles.note}>{t('price.note')}</p>
      </div>
    </aside>
  );
}
