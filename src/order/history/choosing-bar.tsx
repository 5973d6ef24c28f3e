import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '../../ui/button.tsx';
import { mostChosen } from './orders-to-compare.ts';
import styles from './history.module.css';

interface ChoosingBarProps {
  chosen: readonly string[];
  onEnd: () => void;
}

/** Says how many orders are chosen for a comparison, and leads to it. */
export function ChoosingBar({ chosen, onEnd }: ChoosingBarProps) {
  const { t } = useTranslation('navigator');
  const [a, b] = chosen;
  return (
    <section className={styles.choosing} aria-label={t('compare.orders')}>
      <output>{t('compare.chosen', { chosen: chosen.length, of: mostChosen })}</output>
      {b === undefined ? (
        <Button variant="primary" disabled>
          {t('compare.now')}
        </Button>
      ) : (
        <Link to={`/one-stop-order/compare?a=${a}&b=${b}`} className={buttonClass} data-variant="primary">
          {t('compare.now')}
        </Link>
      )}
      <Button onClick={onEnd}>{t('common:action.cancel')}</Button>
    </section>
  );
}
