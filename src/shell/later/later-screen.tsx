import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import Hammer from 'lucide-react/icons/hammer';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { routeAt } from '../../routing/resolve-route.ts';
import { laterRows } from './later-table.ts';
import styles from '../../ui/plain.module.css';

/** Placeholder for a page that is not built yet: what it will show, and what the user can do until then. */
export function LaterScreen() {
  return (
    <div className={styles.fill}>
      <Later />
    </div>
  );
}

function Later() {
  const { t } = useTranslation();
  const found = routeAt(useLocation().pathname);
  const row = 'page' in found ? laterRows[found.page] : undefined;
  if (row === undefined) return null;
  return (
    <EmptyState
      icon={<Hammer />}
      title={t('later.title')}
      action={
        <Link to={row.meanwhile.to} className={buttonClass} data-variant="primary">
          {t(row.meanwhile.text)}
        </Link>
      }
    >
      {t(`later.${row.text}`)}
    </EmptyState>
  );
}
