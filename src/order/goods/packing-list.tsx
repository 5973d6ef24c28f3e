import { useTranslation } from 'react-i18next';
import type { PackingItem } from '#domain/order/life/packing.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { interpolationOf } from '../parts/interpolation.ts';
import styles from './goods.module.css';

interface PackingListProps {
  items: readonly PackingItem[];
  /** Codes of the items that are done. */
  ticks: readonly string[];
  onChange: (ticks: string[]) => void;
  /** Lines of the address that the goods go to. */
  to?: readonly string[];
}

/** Shows what has to be done before goods travel, with a tick box for each item. */
export function PackingList({ items, ticks, onChange, to }: PackingListProps) {
  const { t, i18n } = useTranslation('navigator');
  return (
    <fieldset className={styles.packing}>
      <legend>{t('packing.title')}</legend>
      {to !== undefined && to.length > 0 && (
        <div>
          <p className={styles.note}>{t('packing.to')}</p>
          <address className={styles.address}>{to.join('\n')}</address>
        </div>
      )}
      {items.map(({ code, values }) => (
        <Checkbox
          key={code}
          label={t(`packing.${code}`, interpolationOf(values, i18n.language))}
          checked={ticks.includes(code)}
          onChange={(on) => onChange(on ? [...ticks, code] : ticks.filter((each) => each !== code))}
        />
      ))}
    </fieldset>
  );
}

/** Shows how many items of a packing list are done. */
export function PackingDone({ items, ticks }: Omit<PackingListProps, 'onChange' | 'to'>) {
  const { t } = useTranslation('navigator');
  const done = items.filter(({ code }) => ticks.includes(code)).length;
  return <p className={styles.note}>{t('packing.done', { done, of: items.length })}</p>;
}
