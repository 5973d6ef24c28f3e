import type { TFunction } from 'i18next';

const second = 1000;
const minute = 60 * second;

/** What to do after too many tries, and when: in minutes, or in seconds where that is soon. */
export function tooManyText(t: TFunction<'account'>, retryAfterMs = minute): string {
  if (retryAfterMs <= 90 * second) return t('login.tooManySeconds', { count: Math.ceil(retryAfterMs / second) });
  return t('login.tooManyMinutes', { count: Math.ceil(retryAfterMs / minute) });
}
