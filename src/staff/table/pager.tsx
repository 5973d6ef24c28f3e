import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.tsx';
import styles from '../admin.module.css';

interface PagerProps {
  page: number;
  limit: number;
  total: number;
  /** Text that says how many rows a page has. */
  note?: string | undefined;
  /** Returns the address of a page. */
  to: (page: number) => string;
}

/** Shows which page of a list this is, with links to the one before and the one after. */
export function Pager({ page, limit, total, note, to }: PagerProps) {
  const { t } = useTranslation('admin');
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1 && page === 1) return null;
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      {page > 1 && (
        <Link to={to(Math.min(page - 1, pages))} className={buttonClass} data-small>
          {t('pages.before')}
        </Link>
      )}
      <span>{t('pages.page', { page, pages })}</span>
      {page < pages && (
        <Link to={to(page + 1)} className={buttonClass} data-small>
          {t('pages.after')}
        </Link>
      )}
      {note !== undefined && <span>{note}</span>}
    </nav>
  );
}
