import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { returnPathOf } from '../../routing/guards.ts';
import { useOptionalSession } from '../../session/session-context.tsx';
import { useAuth, useCurrentUser } from '../../session/auth-context.tsx';
import styles from '../../ui/plain.module.css';

const Leaving = lazy(async () => ({ default: (await import('./leaving.tsx')).Leaving }));

/** Signs out, after asking about unsent commands, and opens the sign-in page. */
export function LogoutScreen() {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const user = useCurrentUser();
  const session = useOptionalSession();
  const from = returnPathOf(useLocation().state);
  if (user === null) return <Navigate replace to="/login" state={from === undefined ? null : { from }} />;
  return (
    <main className={styles.alone}>
      <output className={styles.busy}>{t('logout.busy')}</output>
      {session !== null && user !== undefined && (
        <Suspense fallback={null}>
          <Leaving onLeave={() => auth.send({ type: 'auth.left' })} />
        </Suspense>
      )}
    </main>
  );
}
