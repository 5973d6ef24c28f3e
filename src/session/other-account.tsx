import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useCurrentUser } from './auth-context.tsx';

/**
 * In place of a page that names one order or conversation which this account cannot open: the link may have been sent
 * to another account. Its address is kept, and opened after the sign-in with the other one.
 */
export function OtherAccount({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const user = useCurrentUser();
  return (
    <EmptyState
      icon={<UserRoundX />}
      title={title}
      action={
        <Link to="/logout" state={{ from: `${pathname}${search}` }} className={buttonClass} data-variant="primary">
          {t('guard.signInAsOther')}
        </Link>
      }
    >
      {t('guard.otherAccount', { email: user?.email ?? '' })} {children}
    </EmptyState>
  );
}
