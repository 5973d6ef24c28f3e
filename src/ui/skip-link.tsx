import { useTranslation } from 'react-i18next';
import styles from './skip-link.module.css';

/** The first link of a layout: leads the keyboard past the navigation. Visible while it has the focus. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a href="#main" className={styles.skip}>
      {t('shell.skip')}
    </a>
  );
}
