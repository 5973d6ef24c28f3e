import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import { showNotice } from '../../ui/notice.tsx';
import { useAuth } from './auth-context.tsx';
import { tooManyText } from './too-many.ts';

/** Says why somebody is not signed in: 'Login Failure' with the server's words, or a session that ended. */
export function SignedOutNotice() {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const error = useSelector(auth, (snapshot) => snapshot.context.error);
  const notice = useSelector(auth, (snapshot) => snapshot.context.notice);
  useEffect(() => {
    if (error === null) return undefined;
    const title = t('login.failure');
    // There is nothing to do but wait: it stays until it has been read, or until the next try.
    if (error.code === 'RATE_LIMITED')
      return showNotice({ title, detail: tooManyText(t, error.retryAfterMs), tone: 'danger', duration: 0 });
    const detail = error.code === 'UNREACHABLE' ? t('login.unreachable') : error.message;
    return showNotice({ title, detail, tone: 'danger' });
  }, [error, t]);
  useEffect(() => {
    if (notice === null) return undefined;
    return showNotice({ title: notice.title, detail: notice.message, tone: 'danger', duration: 0 });
  }, [notice]);
  return null;
}
