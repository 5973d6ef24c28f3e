import type { TFunction } from 'i18next';
import { MINUTE, SECOND } from '#domain/ground/units.ts';

/** Returns the text after too many tries, with the wait in minutes, or in seconds if it is short. */
export function tooManyText(t: TFunction<'account'>, retryAfterMs = MINUTE): string {
  if (retryAfterMs <= 90 * SECOND) return t('login.tooManySeconds', { count: Math.ceil(retryAfterMs / SECOND) });
  return t('login.tooManyMinutes', { count: Math.ceil(retryAfterMs / MINUTE) });
}
