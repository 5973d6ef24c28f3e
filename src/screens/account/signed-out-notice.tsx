import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import { announce } from '../notices.ts';
import { useAuth } from './auth-context.tsx';
import { tooManyText } from './too-many.ts';

/** What leads on to a form that says it itself. */
const saidElsewhere = new Set(['UserNotConfirmedException', 'INVALID']);

/** What is not said in the server's words, by code. */
const ownTexts: Record<string, string> = { UNREACHABLE: 'login.unreachable', DEACTIVATED: 'login.closed' };

/** Says why somebody is not signed in: 'Login Failure' with the server's words, a session that ended, or a bad token. */
export function SignedOutNotice() {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const error = useSelector(auth, (snapshot) => snapshot.context.error);
  const notice = useSelector(auth, (snapshot) => snapshot.context.notice);
  useEffect(() => {
    if (error === null || saidElsewhere.has(error.code)) return undefined;
    if (error.code === 'RATE_LIMITED')
      return announce(t, 'loginTooOften', { detail: tooManyText(t, error.retryAfterMs) });
    const key = ownTexts[error.code];
    return announce(t, 'loginFailed', { detail: key === undefined ? error.message : t(key) });
  }, [error, t]);
  useEffect(() => {
    if (notice === null) return undefined;
    return announce(t, notice.name, notice.message === undefined ? {} : { detail: notice.message });
  }, [notice, t]);
  return null;
}
