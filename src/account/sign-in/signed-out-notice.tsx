import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import { unauthorized } from '../../net/errors.ts';
import { announce } from '../../ui/notice/notices.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { textOfFailedLogin } from './login-problems.ts';
import { tooManyText } from './too-many.ts';

/** Codes after which another form opens that shows the reason. */
const saidElsewhere = new Set(['UserNotConfirmedException', 'INVALID']);

/** Shows why the user is not signed in: 'Login Failure' with its reason, an ended session, or an invalid token. */
export function SignedOutNotice() {
  const { t } = useTranslation('account');
  const auth = useAuth();
  // The forms for codes show their own errors.
  const error = useSelector(auth, ({ context }) => (context.triedCode ? null : context.error));
  const notice = useSelector(auth, (snapshot) => snapshot.context.notice);
  useEffect(() => {
    if (error === null || saidElsewhere.has(error.code)) return undefined;
    if (error.code === 'RATE_LIMITED')
      return announce(t, 'loginTooOften', { detail: tooManyText(t, error.retryAfterMs) });
    return announce(t, 'loginFailed', { detail: textOfFailedLogin(t, error.code, error.details) });
  }, [error, t]);
  useEffect(() => {
    if (notice === null) return undefined;
    const { name, message } = notice;
    if (message === undefined) return announce(t, name);
    const reason = message === unauthorized ? t('login.sessionEnded') : message;
    return announce(t, name, { detail: t('login.endedHere', { reason }) });
  }, [notice, t]);
  return null;
}
