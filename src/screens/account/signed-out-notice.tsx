import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import { unauthorized } from '../../net/errors.ts';
import { announce } from '../../ui/notices.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { tooManyText } from './too-many.ts';

/** What leads on to a form that says it itself. */
const saidElsewhere = new Set(['UserNotConfirmedException', 'INVALID']);

/** By code what is said in the language of the screen; the server's own words where a code is new. */
const ownTexts: Record<string, string> = {
  NotAuthorizedException: 'login.wrong',
  DEACTIVATED: 'login.closed',
  UNREACHABLE: 'login.unreachable',
  UNAVAILABLE: 'failure.later',
};

/** Says why somebody is not signed in: 'Login Failure' with its reason, a session that ended, or a bad token. */
export function SignedOutNotice() {
  const { t } = useTranslation('account');
  const auth = useAuth();
  // The forms for codes say themselves what is wrong.
  const error = useSelector(auth, ({ context }) => (context.triedCode ? null : context.error));
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
    const { name, message } = notice;
    if (message === undefined) return announce(t, name);
    return announce(t, name, { detail: message === unauthorized ? t('login.over') : message });
  }, [notice, t]);
  return null;
}
