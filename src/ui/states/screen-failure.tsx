import { useTranslation } from 'react-i18next';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';
import plain from '../plain.module.css';
import styles from './screen-failure.module.css';

/** Shown instead of a page that failed: what failed, which data is safe, what to do. */
export function ScreenFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <div className={plain.fill} role="alert">
      <EmptyState
        icon={<CloudAlert />}
        title={t('failure.title')}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t('failure.reload')}
          </Button>
        }
      >
        <p>{t('failure.text')}</p>
        <details className={styles.details}>
          <summary>{t('failure.details')}</summary>
          <code>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</code>
        </details>
      </EmptyState>
    </div>
  );
}
