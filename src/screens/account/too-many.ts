import type { TFunction } from 'i18next';

const second = 1000;
const minute = 60 * second;

/** Returns the text after too many tries, with the wait in minutes, or in seconds if it is short. */
export function tooManyText(t: TFunction<'account'>, retryAfterMs = minute): string {
  if (retryAfterMs <= 90 * second) return t('login.tooManySeconds', { count: Math.ceil(retryAfterMs / second) });
  return t('login.tooManyMinutes', { count: Math.ceil(retryAfterMs / minute) });
}
