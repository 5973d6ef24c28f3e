import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Compass } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './plain.module.css';

/** Any address that is none of ours. */
export function NotFoundScreen({ home }: { home: string }) {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <h1 className={styles.hiddenTitle}>{t('title.notFound')}</h1>
      <EmptyState
        icon={<Compass />}
        title={t('notFound.title')}
        action={
          <Link to={home} className={buttonClass} data-variant="primary">
            {t('notFound.home')}
          </Link>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </main>
  );
}
