import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import Compass from 'lucide-react/icons/compass';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { hiddenClass } from '../../ui/visually-hidden.tsx';
import { useCurrentUser } from '../../session/auth-context.tsx';
import { homeOf } from '../../routing/guards.ts';
import styles from '../../ui/plain.module.css';

/** Page for unknown paths. */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <h1 className={hiddenClass}>{t('title.notFound')}</h1>
      <NothingHere />
    </div>
  );
}

/** The same in a layout that shows the title itself. */
export function UnknownAdminScreen() {
  return (
    <div className={styles.fill}>
      <NothingHere />
    </div>
  );
}

function NothingHere() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  return (
    <EmptyState
      icon={<Compass />}
      title={t('notFound.title')}
      action={
        <Link to={user ? homeOf(user) : '/login'} className={buttonClass} data-variant="primary">
          {t('notFound.home')}
        </Link>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  );
}
