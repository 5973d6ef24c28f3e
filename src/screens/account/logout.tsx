import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAuth, usePerson } from './auth-context.tsx';
import styles from '../public/plain.module.css';

/** Signs out, then leads to the login. */
export function LogoutScreen() {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const person = usePerson();
  useEffect(() => {
    if (person !== null && person !== undefined) auth.send({ type: 'auth.left' });
  }, [auth, person]);
  if (person === null) return <Navigate replace to="/login" />;
  return (
    <main className={styles.page}>
      <Skeleton label={t('logout.busy')} lines={3} />
    </main>
  );
}
