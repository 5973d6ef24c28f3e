import { useTranslation } from 'react-i18next';
import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { hiddenClass } from '../../ui/visually-hidden.tsx';
import styles from '../../ui/plain.module.css';

/** Shown offline instead of a page that is not cached on this device. */
export function NotHereScreen() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <h1 className={hiddenClass}>{t('notHere.title')}</h1>
      <EmptyState
        icon={<CloudOff />}
        title={t('notHere.title')}
        action={<Button onClick={() => location.reload()}>{t('action.retry')}</Button>}
      >
        {t('notHere.text')}
      </EmptyState>
    </div>
  );
}
